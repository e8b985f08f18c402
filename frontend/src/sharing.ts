/** The buttons that share, on pages that have some. */

import { mount, type Shared } from './islands/sharing';

for (const element of document.querySelectorAll<HTMLElement>('[data-share]')) {
  mount(element, JSON.parse(element.dataset['share'] ?? '') as Shared);
}
