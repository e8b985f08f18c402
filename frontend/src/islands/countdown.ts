/** How long it is until a moment, by the server's clock: as a clock beside the moment itself, or in words. */

import { serverClock, span, spanInWords } from '../play/clock';

const TICK_MS = 500;

/** Count down to the moment that the element has now: it may be moved meanwhile. */
export function mount(element: HTMLElement): () => void {
  const clock = serverClock(element.dataset['now'] ?? '');
  const { words, over = ' (now)' } = element.dataset;
  const tick = () => {
    const left = Date.parse(element.dataset['until'] ?? '') - clock();
    if (left < 0) clearInterval(ticking);
    const said = left < 0 ? over : (words?.replace('{}', spanInWords(left)) ?? ` (${span(left)} to go)`);
    if (said !== element.textContent) element.textContent = said;
  };
  const ticking = setInterval(tick, TICK_MS);
  tick();
  element.hidden = false;
  return () => clearInterval(ticking);
}
