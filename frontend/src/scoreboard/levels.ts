/** How good a score is, compared with the other scores of its round. The server does the same. */

import type { Cell } from './messages';

/** The best and the worst score of each round in these rows of cells; null for a round without scores. */
export function scoreRanges(rows: (Cell | null)[][], orders: string[]): ([number, number] | null)[] {
  return orders.map((order, index) => {
    const scores = rows.flatMap((cells) => cells[index]?.score ?? []);
    if (!scores.length) return null;
    const range: [number, number] = [Math.min(...scores), Math.max(...scores)];
    return order === 'lowest' ? range : [range[1], range[0]];
  });
}

export function level(score: number | null | undefined, range: [number, number] | null | undefined): string {
  if (score == null || !range) return '';
  const [best, worst] = range;
  if (score === best) return 'best';
  const thirds = ((score - best) * 3) / (worst - best);
  return thirds <= 1 ? 'good' : thirds < 2 ? '' : 'weak';
}
