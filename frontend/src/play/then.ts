/** The standings of a round as they stood at some time since the start, without a DOM. */

import type { Schemas } from '../schema';

export type StandingsThen = Schemas['StandingsThen'];

export interface Stood {
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
