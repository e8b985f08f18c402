/** Requests to the service: JSON in, JSON out, and its refusals as errors. */

import { gettext, language } from './gettext';

/** A refusal of the service; `body` is the problem that it sent. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(typeof body['detail'] === 'string' ? body['detail'] : gettext('The server answered {status}.', { status }));
  }

  get code(): string {
    return typeof this.body['code'] === 'string' ? this.body['code'] : '';
  }
}

/**
 * The JSON that `/api/v1/{path}` answers to a GET or, with a `body`, to a POST or PATCH; null if the answer is no JSON.
 * The request has the browser's cookies, so the service knows the player. Throws Problem for a refusal, and TypeError
 * if there is no answer.
 */
export async function ask<Answer>(path: string, body?: unknown, method: 'POST' | 'PATCH' = 'POST'): Promise<Answer> {
  return (await (await request(path, body, method)).json().catch(() => null)) as Answer;
}

/** Make a request as `ask` does, and return the whole answer, with its status and headers. */
export async function request(path: string, body?: unknown, method: 'POST' | 'PATCH' = 'POST'): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': language };
  const options: RequestInit = { headers, credentials: 'same-origin' };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
    if (token) headers['X-CSRFToken'] = token;
    options.method = method;
    options.body = JSON.stringify(body);
  }
  const response = await fetch(`/api/v1/${path}`, options);
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  throw new Problem(response.status, typeof answer === 'object' && answer !== null ? { ...answer } : {});
}
