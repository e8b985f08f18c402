/**
 * The pars of rounds. They are found some time after the close, and are read if one is missing when the standings
 * change.
 */

import { spacedDelay } from '../backoff';
import { gettext } from '../gettext';
import { reader, type Reader } from '../reader';
import type { Schemas } from '../schema';
import { listed, minus } from '../words';

const GAP_MS = 2000;

/** The par of each round; null until it is found. */
export type Pars = readonly (number | null)[];

/** Reads the pars of a contest as they are now. */
export function parReader(competition: string, onPars: (pars: Pars) => void): Reader {
  return reader<Schemas['Competition']>(
    `competitions/${competition}`,
    (competition) => onPars(competition.rounds.map((round) => round.par?.score ?? null)),
    spacedDelay(GAP_MS),
  );
}

/** Whether a closed round has no par yet. */
export function isMissing(pars: Pars, roundStates: readonly string[]): boolean {
  return roundStates.some((state, index) => state === 'closed' && pars[index] == null);
}

/** The known pars in one line: `par 4`, or `par 4 in round 1, 7 in round 3`; empty if none is known. */
export function parsInWords(pars: Pars): string {
  const there = pars.flatMap((par, index) => (par === null ? [] : [{ par: minus(par), round: index + 1 }]));
  if (there.length === 0) return '';
  const each = pars.length === 1 ? there.map(({ par }) => par) : there.map((facts) => gettext('{par} in round {round}', facts));
  return gettext('par {par}', { par: listed(each) });
}
