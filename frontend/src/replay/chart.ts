/** The best still to be reached before each move, as a drawing: the higher a line, the better. */

import { bestsOf, dropsOf, type AnalysedGame } from './possible';

export const WIDTH = 1000;
export const HEIGHT = 300;

/** How far the lines of the scale may be apart, in points. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
const MOST_STEPS = 4;

interface Curve {
  /** What SVG draws, from left to right. */
  path: string;
  /** The mistakes: points, as SVG draws them. */
  mistakes: string;
}

interface BestChart {
  curves: Curve[];
  /** The best score first, equally far apart. */
  scale: { score: number; y: number }[];
  /** The moves from its left edge to its right one. */
  last: number;
}

/** The games of one deal, in one scale that their curves fill. */
export function chartOf(games: AnalysedGame[]): BestChart {
  const lowest = games.some((game) => game.lowest);
  const bests = games.map(bestsOf);
  const least = Math.min(...bests.flat());
  const most = Math.max(...bests.flat());
  const steps = (step: number) => Math.ceil(most / step) - Math.floor(least / step);
  const step = STEPS.find((step) => steps(step) <= MOST_STEPS) ?? STEPS.at(-1)!;
  const bottom = Math.floor(least / step) * step;
  const span = Math.max(1, steps(step)) * step;
  const last = Math.max(1, ...bests.map((each) => each.length - 1));

  const x = (ply: number) => Math.round((WIDTH * ply) / last);
  const y = (score: number) => Math.round((HEIGHT * (lowest ? score - bottom : bottom + span - score)) / span);
  const scores = Array.from({ length: span / step + 1 }, (_, nth) => bottom + nth * step);
  return {
    curves: games.map((game, nth) => ({
      path: bests[nth]!.reduce((path, best, ply, all) => {
        if (ply === 0) return `M0,${y(best)}`;
        return best === all[ply - 1] && ply < all.length - 1 ? path : `${path} H${x(ply)} V${y(best)}`;
      }, ''),
      mistakes: dropsOf(game)
        .flatMap((drop, ply) => (drop?.kind === 'mistake' ? [`M${x(ply + 1)},${y(bests[nth]![ply + 1]!)}h0`] : []))
        .join(' '),
    })),
    scale: (lowest ? scores : scores.reverse()).map((score) => ({ score, y: y(score) })),
    last,
  };
}

/** What the drawing shows, for those who do not see it. */
export function chartInWords(games: AnalysedGame[], names: string[]): string {
  const each = games.map((game, nth) => {
    const bests = bestsOf(game);
    const said = `${bests[0]} at the deal, ${bests.at(-1)} after move ${bests.length - 1}`;
    return games.length > 1 ? `${names[nth]}: ${said}` : said;
  });
  return `The best still possible: ${each.join('; ')}`;
}
