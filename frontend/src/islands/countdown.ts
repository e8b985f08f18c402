/** Counts down to a moment by the server's clock: as a clock beside the moment, or in words. */

import { gettext, locale } from '../gettext';
import { serverClock, span } from '../play/clock';

const TICK_MS = 500;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Count down to the moment in `data-until`, which may change meanwhile. */
export function mount(element: HTMLElement): () => void {
  const clock = serverClock(element.dataset['now'] ?? '');
  const { words } = element.dataset;
  const tick = () => {
    const left = Date.parse(element.dataset['until'] ?? '') - clock();
    if (left < 0) clearInterval(ticking);
    const said = words ? inWords(left, words) : ` ${left < 0 ? gettext('(now)') : gettext('({time} to go)', { time: span(left) })}`;
    if (said !== element.textContent) element.textContent = said;
  };
  const ticking = setInterval(tick, TICK_MS);
  tick();
  element.hidden = false;
  return () => clearInterval(ticking);
}

/**
 * The time until something opens (`words` is `opening`) or closes (`words` is `left`): in one unit, rounded down, as
 * the server writes it.
 */
function inWords(ms: number, words: string): string {
  const opening = words === 'opening';
  if (ms < 0) return opening ? gettext('now') : gettext('no time left');
  if (ms < MINUTE) return opening ? gettext('in less than a minute') : gettext('less than a minute left');
  const [length, unit] = ms < 2 * HOUR ? ([MINUTE, 'minute'] as const) : ms < 2 * DAY ? ([HOUR, 'hour'] as const) : ([DAY, 'day'] as const);
  const number = Math.floor(ms / length);
  if (opening) return new Intl.RelativeTimeFormat(locale).format(number, unit);
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return gettext('{time} left', { time: new Intl.NumberFormat(locale, style).format(number) });
}
