/** Says which rounds are open or open next, and when they open or close. */

import { gettext, ngettext } from '../gettext';
import { inWords } from '../islands/local_time';
import type { Round } from '../scoreboard/messages';

/** The state of a competition and the windows of its rounds, as a message of type `state` has them. */
export interface Times {
  state: string;
  rounds: Round[];
}

/** A stretch: consecutive rounds that have the same state until the same moment. */
interface Stretch {
  from: number;
  to: number;
  state: string;
  /** When the rounds open or close next, in milliseconds since 1970; null if they do neither. */
  until: number | null;
}

/**
 * The rounds that are open now, as stretches. If none is open, the one stretch that opens next. If all have closed, no
 * stretch.
 */
export function current(times: Times): Stretch[] {
  const stretches: Stretch[] = [];
  for (const round of times.rounds) {
    const moment = round.state === 'scheduled' ? round.opens_at : round.closes_at;
    const until = moment === null || round.state === 'closed' ? null : Date.parse(moment);
    const last = stretches.at(-1);
    if (last && last.state === round.state && last.until === until) last.to = round.number;
    else stretches.push({ from: round.number, to: round.number, state: round.state, until });
  }
  const open = stretches.filter((each) => each.state === 'open');
  return open.length ? open : stretches.filter((each) => each.state === 'scheduled').slice(0, 1);
}

/**
 * The stretch in words: the number and game of its round, or the numbers of its rounds. If the contest has only one
 * round, just the game.
 */
export function label(stretch: Stretch, games: string[]): string {
  const game = games[stretch.from - 1] ?? '';
  if (games.length === 1) return game;
  const { from, to } = stretch;
  return from === to ? gettext('Round {number}: {game}', { number: from, game }) : gettext('Rounds {from}–{to}', { from, to });
}

/** When the rounds of a stretch open or close, in words; "open" if they have no close. */
export function ending(stretch: Stretch): string {
  const { from, to, state, until } = stretch;
  if (until === null) return gettext('open');
  const rounds = to - from + 1;
  const moment = inWords(new Date(until));
  return state === 'scheduled'
    ? ngettext({ one: 'opens {moment}', other: 'open {moment}' }, rounds, { moment })
    : ngettext({ one: 'closes {moment}', other: 'close {moment}' }, rounds, { moment });
}
