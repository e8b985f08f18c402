/** What the server alone draws, drawn anew while somebody looks: the page is read again, for its parts that change. */

import { spacedDelay } from '../backoff';
import { readerOf, type Reader } from '../reader';

const GAP_MS = 2000;

/** Reads the page of a contest again when asked, if it has parts to renew: those with `data-renewed`, by that name. */
export function renewer(competition: string): Reader {
  const read = readerOf(() => pageOf(competition), renew, spacedDelay(GAP_MS));
  return { ...read, ask: () => parts(document).length && read.ask() };
}

async function pageOf(competition: string): Promise<Document> {
  const answer = await fetch(`/c/${competition}`);
  if (!answer.ok) throw new TypeError(`the page is answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** Put what the page says now in the place of what is shown, and say so; what it has no more goes. */
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
