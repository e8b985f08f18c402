/** How a score compares with the best one before it, in words. */

import { minus } from './words';

export const BEST_YET = 'Your best yet!';

/** "Your best yet", "As good as your best", or what the best is; empty for a first game. */
export function againstBest(score: number, best: number | null, lowest: boolean): string {
  if (best === null) return '';
  if (score === best) return 'As good as your best.';
  return (lowest ? score < best : score > best) ? BEST_YET : `Your best is ${minus(best)}.`;
}
