/** Mistakes of a game, each to be tried again, without a DOM. What may be moved the rules say; nothing here knows one. */

import { gettext } from '../gettext';
import type { Refused } from '../table/view';
import { lineFrom, type AnalysedGame } from './possible';

interface Mistake {
  /** How many moves were made before it. */
  ply: number;
  /** The points that it threw away for certain. */
  points: number;
  /** The best score that could still be reached. */
  best: number;
  /** The move that was made, and moves that keep the points, to the end. */
  made: string;
  line: string[];
}

/** The mistakes of a game of which a better move is known, in their order. */
export function mistakesOf({ analysis }: AnalysedGame, moves: string[]): Mistake[] {
  return analysis.moves.flatMap(({ best, lost }, ply) => {
    const made = moves[ply];
    const line = lineFrom(analysis, ply);
    if (!lost || made === undefined || line[0] === undefined || line[0] === made) return [];
    return [{ ply, points: lost, best, made, line }];
  });
}

export interface Learning {
  mistakes: Mistake[];
  /** Which of them is on the table. */
  at: number;
  refused: Refused | null;
  /** The move that was tried and keeps the points. */
  kept: string | null;
}

export const MADE = gettext('That is the move that was made. Try another.');
export const OTHER = gettext('That may be as good, but it has not been analysed. Try another, or have a best move shown.');

/** The mistakes, with the `at`th to be tried. */
export function learningFrom(mistakes: Mistake[], at = 0): Learning {
  return { mistakes, at, refused: null, kept: null };
}

/** The moves to the table that is shown: that of the mistake, or the one after the move that keeps the points. */
export function wantedTable({ mistakes, at, kept }: Learning, moves: string[]): string[] {
  return [...moves.slice(0, mistakes[at]!.ply), ...(kept === null ? [] : [kept])];
}

/**
 * Lines that begin with a move and go on like the best line, as if it came before its time, or as well: if the rules
 * let one of them come to the same score, the move keeps the points, too.
 */
export function linesWith({ line, made }: Mistake, move: string): string[][] {
  if (move === made || move === line[0]) return [];
  const at = line.indexOf(move);
  const sooner = at < 0 ? [] : [[move, ...line.slice(0, at), ...line.slice(at + 1)]];
  return [...sooner, [move, ...line]];
}

/** After a move by hand that the rules allow; `asGood` if it was found to keep the points. */
export function tryMove(learning: Learning, move: string, asGood = false): Learning {
  const { made, line } = learning.mistakes[learning.at]!;
  if (learning.kept !== null) return learning;
  if (asGood || move === line[0]) return { ...learning, kept: move };
  return refuse(learning, move === made ? MADE : OTHER);
}

/** After a move that cannot be made now. */
export function refuse(learning: Learning, why: string): Learning {
  return { ...learning, refused: { nth: (learning.refused?.nth ?? 0) + 1, why } };
}
