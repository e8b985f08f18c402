/** The pars of rounds, which are found a while after the close: read when the standings move and one is missing. */

import { spacedDelay } from '../backoff';
import { reader, type Reader } from '../reader';
import type { Schemas } from '../schema';
import { minus } from '../words';

const GAP_MS = 2000;

/** The par of each round, null as long as there is none. */
export type Pars = readonly (number | null)[];

/** Reads the pars of a contest as they are now. */
export function parReader(competition: string, onPars: (pars: Pars) => void): Reader {
  return reader<Schemas['Competition']>(
    `competitions/${competition}`,
    (told) => onPars(told.rounds.map((round) => round.par?.score ?? null)),
    spacedDelay(GAP_MS),
  );
}

/** Whether the par of a round that has closed is not there yet. */
export function isMissing(pars: Pars, roundStates: readonly string[]): boolean {
  return roundStates.some((state, index) => state === 'closed' && pars[index] == null);
}

/** Those that are there, in a line: `par 4`, or `par 4 in round 1, 7 in round 3`; empty if there is none. */
export function parsInWords(pars: Pars): string {
  const there = pars.flatMap((par, index) => (par === null ? [] : [{ par: minus(par), round: index + 1 }]));
  if (there.length === 0) return '';
  return `par ${pars.length === 1 ? there[0]!.par : there.map(({ par, round }) => `${par} in round ${round}`).join(', ')}`;
}
