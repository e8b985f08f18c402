/** The table of players at the desk: replaced by what the server draws now, when something has happened. */

import * as localTime from '../islands/local_time';
import { watch } from '../scoreboard/feed';
import { paced } from './pacing';

const PAUSE_MS = 2000;

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
  return () => {
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
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  const scrolled = element.querySelector('.board-scroll')?.scrollLeft ?? 0;
  element.dataset['version'] = fresh.dataset['version'];
  element.replaceChildren(...fresh.childNodes);
  for (const time of element.querySelectorAll<HTMLTimeElement>('time[data-local]')) localTime.mount(time);
  element.querySelector('.board-scroll')?.scrollTo({ left: scrolled });
  if (focused) element.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
