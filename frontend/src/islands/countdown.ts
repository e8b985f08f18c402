/** How long it is until a moment, by the server's clock, beside the moment itself. */

import { serverClock, span } from '../play/clock';

const TICK_MS = 500;

export function mount(element: HTMLElement): () => void {
  const until = Date.parse(element.dataset['until'] ?? '');
  const clock = serverClock(element.dataset['now'] ?? '');
  const tick = () => {
    const left = until - clock();
    if (left < 0) clearInterval(ticking);
    element.textContent = left < 0 ? ' (now)' : ` (${span(left)} to go)`;
  };
  const ticking = setInterval(tick, TICK_MS);
  tick();
  element.hidden = false;
  return () => clearInterval(ticking);
}
