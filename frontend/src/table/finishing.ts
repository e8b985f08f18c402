/** Makes the certain moves at the end of a game automatically: as long as no choice is left and the player agrees. */

import type { View } from './view';

/** The milliseconds between two certain moves at a pace. At pace 0 cards do not move, so less time is enough. */
export const paceMs = (pace: number): number => 320 * pace || 80;

/** The next move of a game whose other moves are certain; null if there is a choice, or if nobody may move. */
export function certainMove(view: View, mayMove: boolean): string | null {
  const certain = mayMove && !view.finished ? view.certain : null;
  return certain && certain.left !== null ? certain.move : null;
}
