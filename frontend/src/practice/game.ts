/** The state of a practice game, without a DOM: the moves, how many stand, and the views the server sent. */

import { reasonInWords } from '../table/telling';
import type { Refused, View } from '../table/view';

export interface PracticeGame {
  /** Every move in order, those taken back too. */
  line: string[];
  /** How many of them stand. */
  at: number;
  /** A move made by hand that the server is judging: until it stands, no move that was taken back is lost. */
  tried: string | null;
  /** The views that the server has sent, by the number of moves. */
  views: Record<number, View>;
  /** The view on the table: the newest known view of the current position. */
  view: View;
  /** Whether anything but one move forward led to this table. */
  jumped: boolean;
  refused: Refused | null;
  /** Why no answer came; empty if there is no such trouble. */
  trouble: string;
}

/** The part of a game that is kept: the rest can be read from the server again. */
export interface Kept {
  line: string[];
  at: number;
}

/** The server's answer to a log. */
export type ReplayAnswer = ({ ok: true } & View) | { ok: false; code: string; error: string; ply?: number };

/** The game as it was left, or a new one. */
export function gameFrom(opening: View, kept: Kept = { line: [], at: 0 }): PracticeGame {
  return {
    ...kept,
    tried: null,
    views: { 0: opening },
    view: opening,
    jumped: true,
    refused: null,
    trouble: '',
  };
}

/** The game with one more move by hand; unchanged while the last move is being judged. */
export function play(game: PracticeGame, move: string): PracticeGame {
  if (!game.views[game.at] || (game.tried !== null && !game.trouble)) return game;
  if (game.line[game.at] === move) return redo(game);
  return { ...game, tried: move, jumped: false, trouble: '' };
}

/** The game one move back; a move that is still being judged goes first. */
export function undo(game: PracticeGame): PracticeGame {
  if (game.tried !== null) return stand(game, game.at, true);
  return game.at > 0 ? stand(game, game.at - 1, true) : game;
}

export function redo(game: PracticeGame): PracticeGame {
  return game.at < game.line.length ? stand(game, game.at + 1, false) : game;
}

/** The game at the opening; the moves can still be made again one by one. */
export function startAgain(game: PracticeGame): PracticeGame {
  return stand(game, 0, true);
}

/** The moves that stand. */
export function standing(game: PracticeGame): string[] {
  return game.line.slice(0, game.at);
}

/** The moves that the server must judge before the game goes on; null if there are none. */
export function wanted(game: PracticeGame): string[] | null {
  if (game.tried !== null) return [...standing(game), game.tried];
  return game.views[game.at] ? null : standing(game);
}

/** The game after the server's answer to `moves`, which may no longer be needed. */
export function judged(game: PracticeGame, moves: string[], answer: ReplayAnswer): PracticeGame {
  if (wanted(game)?.join() !== moves.join()) return game;
  const settled = { ...game, tried: null, trouble: '' };
  if (answer.ok) return advance(settled, moves, answer);
  const refused = { nth: (game.refused?.nth ?? 0) + 1, why: reasonInWords(answer.error) };
  return game.tried === null ? cut({ ...settled, refused }, answer.ply) : { ...settled, refused };
}

/** The game after a move that is legal, but not to be made now. */
export function notNow(game: PracticeGame, why: string): PracticeGame {
  return { ...game, refused: { nth: (game.refused?.nth ?? 0) + 1, why } };
}

export function unanswered(game: PracticeGame, why: string): PracticeGame {
  return wanted(game) === null ? game : { ...game, trouble: why };
}

/** The game after `moves` stand, with the server's view. Moves to redo are dropped, unless they begin with `moves`. */
function advance(game: PracticeGame, moves: string[], view: View): PracticeGame {
  const goesOn = moves.every((move, ply) => game.line[ply] === move);
  const line = goesOn ? game.line : moves;
  const known = Object.entries(game.views).filter(([ply]) => goesOn || Number(ply) < moves.length);
  const views = { ...Object.fromEntries(known), [moves.length]: view };
  return show({ ...game, line, at: moves.length, views });
}

/** A kept game without the move that the rules refuse, or back at the last position that is known to be legal. */
function cut(game: PracticeGame, ply?: number): PracticeGame {
  const line = game.line.slice(0, ply ?? lastShown(game));
  return show({ ...game, line, at: line.length });
}

/** The largest number of moves, below those that stand, for which the view is known. */
function lastShown(game: PracticeGame): number {
  return Math.max(...Object.keys(game.views).map(Number).filter((ply) => ply < game.at));
}

function stand(game: PracticeGame, at: number, jumped: boolean): PracticeGame {
  return show({ ...game, at, jumped, tried: null, trouble: '' });
}

function show(game: PracticeGame): PracticeGame {
  return { ...game, view: game.views[game.at] ?? game.view };
}
