/**
 * The mistakes of a game, in whose positions the player tries other moves, without a DOM. This module knows no rules:
 * `Learn.svelte` finds out whether a move is legal.
 */

import { gettext } from '../gettext';
import type { Refused } from '../table/view';
import { lineFrom, type AnalysedGame } from './possible';

interface Mistake {
  /** The number of moves before the mistake. */
  ply: number;
  /** The points that the mistake certainly lost. */
  points: number;
  /** The best score that could be reached before the mistake. */
  best: number;
  /** The move that was made, which is the mistake. */
  made: string;
  /** The moves of a best line in place of the mistake, to the end. */
  line: string[];
}

/** The mistakes for which a better move is known, in the order of the game. */
export function mistakesOf({ analysis }: AnalysedGame, moves: string[]): Mistake[] {
  return analysis.moves.flatMap(({ best, lost }, ply) => {
    const made = moves[ply];
    const line = lineFrom(analysis, ply);
    if (!lost || made === undefined || line[0] === undefined || line[0] === made) return [];
    return [{ ply, points: lost, best, made, line }];
  });
}

/** The mistakes that the player tries again, and how far the player has come. */
export interface Learning {
  mistakes: Mistake[];
  /** The index of the mistake on the table. */
  at: number;
  refused: Refused | null;
  /** The tried move that keeps the points; null if none was found yet. */
  kept: string | null;
}

export const MADE = gettext('That is the move that was made. Try another.');
export const OTHER = gettext('That may be as good, but it has not been analysed. Try another, or have a best move shown.');

/** The Learning with which the player begins to look for a better move than the mistake at this index. */
export function learningFrom(mistakes: Mistake[], at = 0): Learning {
  return { mistakes, at, refused: null, kept: null };
}

/**
 * The moves that lead to the wanted table: the table before the mistake or, after a move that keeps the points, the
 * table after that move.
 */
export function wantedTable({ mistakes, at, kept }: Learning, moves: string[]): string[] {
  return [...moves.slice(0, mistakes[at]!.ply), ...(kept === null ? [] : [kept])];
}

/**
 * Lines that begin with a tried move and continue like the best line: one takes the move out of its later place in
 * the best line, the other adds it to the best line. If the rules allow one of them and it reaches the same score, the
 * move keeps the points, too. No lines for the mistake itself and for the first move of the best line.
 */
export function linesWith({ line, made }: Mistake, move: string): string[][] {
  if (move === made || move === line[0]) return [];
  const at = line.indexOf(move);
  const sooner = at < 0 ? [] : [[move, ...line.slice(0, at), ...line.slice(at + 1)]];
  return [...sooner, [move, ...line]];
}

/** The Learning after a move by hand that the rules allow. `asGood`: the move was found to keep the points. */
export function tryMove(learning: Learning, move: string, asGood = false): Learning {
  const { made, line } = learning.mistakes[learning.at]!;
  if (learning.kept !== null) return learning;
  if (asGood || move === line[0]) return { ...learning, kept: move };
  return refuse(learning, move === made ? MADE : OTHER);
}

/** The Learning after a move that cannot be made now, with the reason `why`. */
export function refuse(learning: Learning, why: string): Learning {
  return { ...learning, refused: { nth: (learning.refused?.nth ?? 0) + 1, why } };
}
