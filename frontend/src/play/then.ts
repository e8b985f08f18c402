/** The standings of a round as they stood at some time since the start, without a DOM. */

import type { Schemas } from '../schema';
import type { Ending } from './attempt';

export type StandingsThen = Schemas['StandingsThen'] & {
  /** From when on its results stand, since the start: from their end, or from their last move. */
  stands: 'end' | 'move';
};

interface Stood {
  /** The first of those who had finished by then. */
  rows: (StandingsThen['results'][number] & { tied: boolean })[];
  /** How many had finished by then. */
  finished: number;
}

/** Of no more the server knows at each moment who they were. */
const FIRST = 10;

/** How the standings stood `at` so many milliseconds since the start. */
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

/** How many milliseconds a ghost that `began` then took, counted as for the results beside it. */
export function tookMs({ ended_at, elapsed_ms }: GhostEnd, began: number, stands: StandingsThen['stands']): number {
  return stands === 'move' && elapsed_ms !== null ? elapsed_ms : Date.parse(ended_at) - began;
}
