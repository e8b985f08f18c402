/** What the end of an attempt is called until the server has told more of it. */

import { capital } from '../table/telling';
import type { Ending } from './attempt';

/** `outcome` is what the score counts, in the game's words. */
export function titleOf(
  { won, finished, in_time }: Pick<Ending, 'won' | 'finished' | 'in_time'>,
  outcome = 'the game is over',
): string {
  if (won) return 'You won';
  if (finished) return capital(outcome);
  return in_time ? 'Given up' : 'Time is up';
}
