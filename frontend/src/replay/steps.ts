/** Makes the table at any move from the changes of each move. */

import type { Schemas } from '../schema';
import type { View } from '../table/view';

/**
 * One move, the score after it in figures and words, and the piles that the move changed. The opening has no move and
 * all piles.
 */
type Step = Schemas['Step'];

/** A game as it was played, from the opening to its end. */
export interface Recording {
  /** The player's name; empty if nobody knows who played. */
  name: string;
  game: string;
  rules: Record<string, string>;
  won: boolean;
  finished: boolean;
  /** The ending in words. */
  ending: string;
  steps: Step[];
}

/**
 * The tables: the opening, the one after the first move, and so on. They have no legal moves, because nobody plays on
 * them.
 */
export function viewsOf({ game, rules, won, finished, steps }: Recording): View[] {
  const last = steps.length - 1;
  let piles: View['piles'] = {};
  return steps.map((step, ply) => {
    piles = { ...piles, ...step.piles };
    const ended = ply === last;
    const { score, outcome } = step;
    return { game, rules, ply, finished: ended && finished, won: ended && won, score, outcome, piles, legal: [] };
  });
}

/** A move in words, and as programs write it. */
export interface Made {
  words: string;
  move: string;
  /** The note beside the move. */
  note?: MoveNote | undefined;
}

export interface MoveNote {
  look: 'mistake' | 'unlucky' | 'unclear' | 'best';
  words: string;
}

/** The number of moves after which two games differ; null if they do not. */
export function partingOf(one: Made[], other: Made[]): number | null {
  const ply = one.findIndex(({ move }, ply) => move !== other[ply]?.move);
  if (ply >= 0) return ply;
  return one.length < other.length ? one.length : null;
}

export function movesOf(recording: Recording): Made[] {
  return recording.steps.flatMap(({ move, words }) => (move === null ? [] : { move, words: words ?? move }));
}
