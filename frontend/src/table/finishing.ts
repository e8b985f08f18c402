/** Which move is certain at the end of a game, and how fast certain moves are made if the player agrees. */

import type { View } from './view';

/** The milliseconds between two certain moves: 320 times `pace`. At pace 0 cards do not move, so 80 are enough. */
export const paceMs = (pace: number): number => 320 * pace || 80;

/** The next move, if no choice is left until the end of the game, and the viewer may move; otherwise null. */
export function certainMove(view: View, mayMove: boolean): string | null {
  const certain = mayMove && !view.finished ? view.certain : null;
  return certain && certain.left !== null ? certain.move : null;
}
