/** The title of an ended attempt, until the server's ending has arrived. */

import { gettext } from '../gettext';
import { asBeginning } from '../table/telling';
import type { Ending } from './attempt';

/** The title. `outcome` is the score in the game's words, such as "6 cards left"; without it, the title has no score. */
export function titleOf(
  { won, finished, in_time }: Pick<Ending, 'won' | 'finished' | 'in_time'>,
  outcome?: string,
): string {
  if (won) return gettext('You won');
  if (finished) return outcome === undefined ? gettext('The game is over') : asBeginning(outcome);
  return in_time ? gettext('Given up') : gettext('Time is up');
}
