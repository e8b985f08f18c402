/** The table of players at the desk. After each change, and every minute, the server's newest table replaces it. */

import * as localTime from '../islands/local_time';
import { watch } from '../scoreboard/feed';
import { paced } from './pacing';

const PAUSE_MS = 2000;
const RELEASE_MS = 50;
const LONGEST_PRESS_MS = 5000;
const MINUTE_MS = 60_000;

/** Watch the competition that `data-desk` names, from `data-version` on; returns a function that stops it. */
export function mount(element: HTMLElement): () => void {
  const { hint, stop } = paced(() => readAgain(element), PAUSE_MS);
  const leave = watch({
    competition: element.dataset['desk'] ?? '',
    since: () => Number(element.dataset['version']),
    onMessage: (message) => {
      if (message.type !== 'presence') hint();
    },
    onLink: () => undefined,
  });
  const minutes = setInterval(hint, MINUTE_MS); // the table shows how many minutes players have left
  return () => {
    clearInterval(minutes);
    stop();
    leave();
  };
}

async function readAgain(element: HTMLElement): Promise<void> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.getElementById(element.id);
  if (!fresh) return;
  // A press on a part that goes before the press ends would do nothing.
  for (let waited = 0; waited < LONGEST_PRESS_MS && element.matches(':active'); waited += RELEASE_MS)
    await new Promise((done) => setTimeout(done, RELEASE_MS));
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const focused = active?.getAttribute('href');
  const opener = active?.closest<HTMLElement>('summary')?.parentElement?.dataset['acts'];
  const open = new Set(Array.from(element.querySelectorAll<HTMLElement>('details[open]'), actsOf));
  const scrolled = element.querySelector('.board-scroll')?.scrollLeft ?? 0;
  element.dataset['version'] = fresh.dataset['version'];
  element.replaceChildren(...fresh.childNodes);
  for (const time of element.querySelectorAll<HTMLTimeElement>('time[data-local]')) localTime.mount(time);
  element.querySelector('.board-scroll')?.scrollTo({ left: scrolled });
  for (const acts of element.querySelectorAll<HTMLDetailsElement>('details')) acts.open = open.has(actsOf(acts));
  if (opener) element.querySelector<HTMLElement>(`[data-acts="${opener}"] > summary`)?.focus({ preventScroll: true });
  if (focused) element.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function actsOf(details: HTMLElement): string | undefined {
  return details.dataset['acts'];
}
