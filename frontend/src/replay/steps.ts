/** The table at any move, made from what each move changed. */

import type { Schemas } from '../schema';
import type { View } from '../table/view';

/** One move, the score after it in figures and words, and the piles that it changed; for the opening, no move and every pile. */
type Step = Schemas['Step'];

/** A game as it was played, from the opening to where it ended. */
export interface Recording {
  /** The player's name; empty if it is not known who played. */
  name: string;
  game: string;
  rules: Record<string, string>;
  won: boolean;
  finished: boolean;
  /** How it ended, in words. */
  ending: string;
  steps: Step[];
}

/** The tables: the opening, the one after the first move, and so on. None has legal moves, since nobody plays. */
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
  /** What is said of it beside. */
  note?: MoveNote | undefined;
}

export interface MoveNote {
  look: 'mistake' | 'unlucky' | 'unclear' | 'best';
  words: string;
}

/** After how many moves two games part; null if they do not. */
export function partingOf(one: Made[], other: Made[]): number | null {
  const ply = one.findIndex(({ move }, ply) => move !== other[ply]?.move);
  if (ply >= 0) return ply;
  return one.length < other.length ? one.length : null;
}

/** The moves, in order. */
export function movesOf(recording: Recording): Made[] {
  return recording.steps.flatMap(({ move, words }) => (move === null ? [] : { move, words: words ?? move }));
}
