/** Mistakes of a game, each to be tried again, without a DOM. What may be moved the rules say; nothing here knows one. */

import type { Refused } from '../table/view';
import { bestsOf, lineFrom, turnsOf, type AnalysedGame } from './possible';

export interface Mistake {
  /** How many moves were made before it. */
  ply: number;
  /** The points that it threw away for certain. */
  points: number;
  /** The best score that could still be reached. */
  best: number;
  /** The move that was made, and one that keeps the points. */
  made: string;
  keeps: string;
}

/** The mistakes of a game of which a better move is known, in their order. */
export function mistakesOf(game: AnalysedGame, moves: string[]): Mistake[] {
  const bests = bestsOf(game);
  return turnsOf(game).flatMap((turn, ply) => {
    const made = moves[ply];
    const keeps = lineFrom(game.analysis, ply)[0];
    if (turn?.kind !== 'mistake' || made === undefined || keeps === undefined || keeps === made) return [];
    return [{ ply, points: turn.points, best: bests[ply]!, made, keeps }];
  });
}

export interface Learning {
  mistakes: Mistake[];
  /** Which of them is on the table. */
  at: number;
  refused: Refused | null;
  /** Whether the points were kept. */
  kept: boolean;
}

export const MADE = 'That is the move that was made. Try another';
export const OTHER = 'That may be as good, but nobody has looked. Try another, or have a best line shown';

/** The mistakes, with the `at`th to be tried. */
export function learningFrom(mistakes: Mistake[], at = 0): Learning {
  return { mistakes, at, refused: null, kept: false };
}

/** The moves to the table that is shown: that of the mistake, or the one after the move that keeps the points. */
export function wantedTable({ mistakes, at, kept }: Learning, moves: string[]): string[] {
  const { ply, keeps } = mistakes[at]!;
  return [...moves.slice(0, ply), ...(kept ? [keeps] : [])];
}

/** After a move by hand that the rules allow. */
export function tryMove(learning: Learning, move: string): Learning {
  const { made, keeps } = learning.mistakes[learning.at]!;
  if (learning.kept) return learning;
  if (move === keeps) return { ...learning, kept: true };
  return refuse(learning, move === made ? MADE : OTHER);
}

/** After a move that cannot be made now. */
export function refuse(learning: Learning, why: string): Learning {
  return { ...learning, refused: { nth: (learning.refused?.nth ?? 0) + 1, why } };
}
