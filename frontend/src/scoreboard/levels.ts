/** How good a score is beside the others of its round, as the server says it. */

import type { Cell } from './messages';

/** The best and the worst score of each round in these rows of cells; null for a round without scores. */
export function scoreRanges(rows: (Cell | null)[][], orders: string[]): ([number, number] | null)[] {
  return orders.map((order, index) => {
    const scores = rows.flatMap((cells) => cells[index]?.score ?? []);
    if (!scores.length) return null;
    const least = Math.min(...scores);
    const most = Math.max(...scores);
    return order === 'lowest' ? [least, most] : [most, least];
  });
}

export function level(score: number | null, range: [number, number] | null | undefined): string {
  if (score === null || !range) return '';
  const [best, worst] = range;
  if (score === best) return 'best';
  const fromBest = Math.abs(score - best) * 3;
  const width = Math.abs(worst - best);
  return fromBest <= width ? 'good' : fromBest >= 2 * width ? 'weak' : '';
}
