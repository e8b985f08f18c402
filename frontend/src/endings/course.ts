/** The course of a game as a row of signs: so coarse that it tells nothing of a card. */

import type { Ends } from './worth';

const STEPS = 10;
const SIGNS = ['▁', '▂', '▃', '▅', '█'];

/** Ten signs, the higher the nearer to the best end known; empty without a move. `scores` begin with the opening's. */
export function courseSigns(scores: readonly number[], usual: Ends, lowest: boolean): string {
  if (scores.length < 2) return '';
  const best = Math[lowest ? 'min' : 'max'](...usual.map(([score]) => score), ...scores);
  const span = best - scores[0]!;
  return Array.from({ length: STEPS }, (_, step) => {
    const score = scores[Math.round(((step + 1) / STEPS) * (scores.length - 1))]!;
    const share = span === 0 ? 0 : (score - scores[0]!) / span;
    return SIGNS[Math.round(Math.max(0, share) * (SIGNS.length - 1))];
  }).join('');
}
