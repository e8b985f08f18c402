/** Playing out what is certain: the next move, as long as the player wants and nothing is left to choose. */

import type { View } from './view';

/** Milliseconds from a table to the next move, so that each is seen at this pace; at 0 nothing has to come to rest. */
export const paceMs = (pace: number): number => 320 * pace || 80;

/** The next move of a game whose rest is certain; null if there is a choice, or nobody may move. */
export function certainMove(view: View, mayMove: boolean): string | null {
  const certain = mayMove && !view.finished ? view.certain : null;
  return certain && certain.left !== null ? certain.move : null;
}
