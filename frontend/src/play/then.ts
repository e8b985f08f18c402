/**
 * The standings that a round had at some time since the start, without a DOM. In sealed play, the start of each player
 * is their own; in open play, all start when the round opens.
 */

import type { Schemas } from '../schema';
import type { Ending } from './attempt';

export type StandingsThen = Schemas['StandingsThen'] & {
  /** The moment up to which the time of a result is counted: the end of the game, or its last move. */
  stands: 'end' | 'move';
};

/** The standings at one time of the round. */
interface Stood {
  /** The rows of the players who had finished by that time, the best first; FIRST at most. */
  rows: (StandingsThen['results'][number] & { tied: boolean })[];
  /** The number of players who had finished by that time. */
  finished: number;
}

/** The greatest number of rows. Of later places, the server does not send all results. */
const FIRST = 10;

/** The standings `at` this many milliseconds since the start. */
export function stoodAt({ results, finished }: StandingsThen, at: number): Stood {
  const there = results.filter(({ at_ms }) => at_ms <= at).slice(0, FIRST);
  const rows = there.map((row) => ({
    ...row,
    rank: 1 + there.filter(({ rank }) => rank < row.rank).length,
    tied: there.some((other) => other !== row && other.rank === row.rank),
  }));
  return { rows, finished: finished.filter(({ at_ms }) => at_ms <= at).at(-1)?.finished ?? 0 };
}

type GhostEnd = Pick<Ending, 'ended_at' | 'elapsed_ms'>;

/** How many milliseconds a ghost took, measured as for the results beside it. `began` is when it began. */
export function tookMs({ ended_at, elapsed_ms }: GhostEnd, began: number, stands: StandingsThen['stands']): number {
  return stands === 'move' && elapsed_ms !== null ? elapsed_ms : Date.parse(ended_at) - began;
}
