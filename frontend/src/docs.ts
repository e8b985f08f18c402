/** The page of the API: Swagger UI shows the schema and sends requests, as this browser's player or with a token. */

import './style/docs.css';

interface Request {
  method?: string;
  headers: Record<string, string>;
}

declare function SwaggerUIBundle(options: {
  url: string;
  domNode: HTMLElement;
  deepLinking: boolean;
  displayRequestDuration: boolean;
  docExpansion: 'list';
  defaultModelsExpandDepth: number;
  validatorUrl: null;
  requestInterceptor: (request: Request) => Request;
}): unknown;

const element = document.querySelector<HTMLElement>('#docs');
const night = matchMedia('(prefers-color-scheme: dark)');

function follow(): void {
  document.documentElement.classList.toggle('dark-mode', night.matches);
}

follow();
night.addEventListener('change', follow);

// Swagger UI is a plain script. It may run after this module, but it runs before this event.
document.addEventListener('DOMContentLoaded', () => {
  if (element === null) return;
  SwaggerUIBundle({
    url: element.dataset['schema'] ?? '',
    domNode: element,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    // Otherwise Swagger UI would send the address of the schema to a validator on another site.
    validatorUrl: null,
    requestInterceptor: (request) => {
      const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
      if (token && !('Authorization' in request.headers)) request.headers['X-CSRFToken'] = token;
      return request;
    },
  });
});
