/** The pars of rounds, which are found a while after the close: read when the standings move and one is missing. */

import { spacedDelay } from '../backoff';
import { gettext } from '../gettext';
import { reader, type Reader } from '../reader';
import type { Schemas } from '../schema';
import { listed, minus } from '../words';

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
  const each = pars.length === 1 ? there.map(({ par }) => par) : there.map((facts) => gettext('{par} in round {round}', facts));
  return gettext('par {par}', { par: listed(each) });
}
