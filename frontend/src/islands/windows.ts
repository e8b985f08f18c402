/**
 * Updates the moments that an organiser may change while the page is open: when rounds open and close, and the
 * freeze.
 */

import { watch } from '../scoreboard/feed';
import type { State } from '../scoreboard/messages';
import { inWords } from './local_time';

/** The moments of a contest by the values of `data-window` in the page; null for a moment that is not set. */
export function momentsIn(state: Pick<State, 'opens_at' | 'freeze_at' | 'rounds'>): Record<string, string | null> {
  const closings = state.rounds.map((round) => round.closes_at);
  const ends = closings.filter((end) => end !== null).sort((one, other) => Date.parse(one) - Date.parse(other));
  return {
    opens: state.opens_at,
    ends: ends.length < closings.length ? null : (ends.at(-1) ?? null),
    freezes: state.freeze_at,
    ...Object.fromEntries(state.rounds.map((round) => [`opens-${round.number}`, round.opens_at])),
    ...Object.fromEntries(state.rounds.map((round) => [`ends-${round.number}`, round.closes_at])),
  };
}

/**
 * Write the moments of a message into the page's `<time>` elements. Returns false if the page must be loaded again,
 * because a `<time>` is missing or is one too many: since the page was made, a moment was added or removed.
 */
export function showWindows(state: State, page: ParentNode = document): boolean {
  const moments = momentsIn(state);
  let fits = true;
  for (const place of page.querySelectorAll<HTMLElement>('[data-window]')) {
    const moment = moments[place.dataset['window'] ?? ''] ?? null;
    const time = place.querySelector('time');
    if (moment === null || time === null) {
      fits &&= moment === null && time === null;
      continue;
    }
    if (Date.parse(moment) === Date.parse(time.dateTime)) continue;
    time.dateTime = moment;
    time.textContent = inWords(new Date(moment));
    const counter = place.querySelector<HTMLElement>('[data-until]');
    if (counter !== null) counter.dataset['until'] = moment;
  }
  return fits;
}

/** Keep the moments up to date on a page that does not otherwise listen to the contest. */
export function followWindows(competition: string): () => void {
  return watch({
    competition,
    since: () => 0,
    onLink: () => undefined,
    onMessage: (message) => {
      if (message.type === 'state') showWindows(message);
    },
  });
}
