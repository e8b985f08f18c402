/** Renews the parts of a contest's page that only the server draws, by reading the page again. */

import { spacedDelay } from '../backoff';
import { readerOf, type Reader } from '../reader';

const GAP_MS = 2000;

/**
 * A reader of the contest's page. It reads only if the page on the screen has parts to renew: elements with their name
 * in `data-renewed`.
 */
export function renewer(competition: string): Reader {
  const read = readerOf(() => pageOf(competition), renew, spacedDelay(GAP_MS));
  return { ...read, ask: () => parts(document).length && read.ask() };
}

async function pageOf(competition: string): Promise<Document> {
  const answer = await fetch(`/c/${competition}`);
  if (!answer.ok) throw new TypeError(`the page is answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/**
 * Fill each shown part with the content of the same part of the new page, and dispatch the event `renewed` at the shown
 * part. Parts that the new page lacks are removed.
 */
function renew(page: Document): void {
  const now = new Map(parts(page).map((part) => [part.dataset['renewed'], part]));
  for (const part of parts(document)) {
    const next = now.get(part.dataset['renewed']);
    if (!next) {
      part.remove();
      continue;
    }
    part.replaceChildren(...next.childNodes);
    part.dispatchEvent(new Event('renewed', { bubbles: true }));
  }
}

function parts(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-renewed]')];
}
