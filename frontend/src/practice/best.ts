/** The best score that was reached at a game in this browser. If the browser stores nothing, there is none. */

import type { Deal } from './keeping';

/** The best score, the seed of its deal, and the best score that there was before at other deals. */
interface Best {
  score: number;
  seed: string;
  before: number | null;
}

const PREFIX = 'evendeal best ';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Store the score of a finished game if it is the best at this game with these options. Returns the best score that was
 * stored; if it was reached at this same deal, the one that it replaced. Null if there is none, or if the browser stores
 * nothing.
 */
export function keepBest(deal: Deal, score: number, lowest: boolean, shelf: () => Shelf = () => localStorage): number | null {
  const key = PREFIX + JSON.stringify([deal.game, Object.entries(deal.rules).sort()]);
  try {
    const kept: unknown = JSON.parse(shelf().getItem(key) ?? 'null');
    const known = isBest(kept) ? kept : null;
    const before = known?.seed === deal.seed ? known.before : (known?.score ?? null);
    const better = known === null || (lowest ? score < known.score : score > known.score);
    if (better) shelf().setItem(key, JSON.stringify({ score, seed: deal.seed, before }));
    return before;
  } catch {
    return null;
  }
}

function isBest(value: unknown): value is Best {
  if (typeof value !== 'object' || value === null) return false;
  const { score, seed, before } = value as Partial<Best>;
  return Number.isFinite(score) && typeof seed === 'string' && (before === null || Number.isFinite(before));
}
