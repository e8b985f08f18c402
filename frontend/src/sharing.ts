/** The buttons that share, on pages that have some. */

import { mount, type Shared } from './islands/sharing';

function mountIn(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLElement>('[data-share]')) {
    mount(element, JSON.parse(element.dataset['share'] ?? '') as Shared);
  }
}

mountIn(document);
document.addEventListener('renewed', ({ target }) => mountIn(target as Element));
