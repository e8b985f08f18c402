/**
 * The state of a practice game, without a DOM: its moves, how many of them are made, and the views that the server
 * sent.
 */

import { sentence } from '../table/telling';
import type { Refused, View } from '../table/view';

export interface PracticeGame {
  /** All moves in order, including those that were taken back. */
  line: string[];
  /** The number of moves that are made. Moves after these were taken back. */
  at: number;
  /** A move by hand that the server is checking. Until it is found legal, moves that were taken back are kept. */
  tried: string | null;
  /** The views that the server has sent. The key of a view is the number of moves before it. */
  views: Record<number, View>;
  /** The view on the table: that of the current position or, until the server has sent it, the one shown before. */
  view: View;
  /** False if a single move forward led to this table; true after any other change. */
  jumped: boolean;
  refused: Refused | null;
  /** The reason why the server gave no answer; empty if nothing is wrong. */
  trouble: string;
}

/** The part of a game that the browser keeps. The server can compute the rest from it. */
export interface Kept {
  line: string[];
  at: number;
}

/** The server's answer to a log. */
export type ReplayAnswer = ({ ok: true } & View) | { ok: false; code: string; why: string; ply?: number };

/** The game as the player left it; without `kept`, a new game. */
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

/**
 * The game with one more move by hand. Nothing changes while the server is asked for the view of the current position,
 * or is checking another move.
 */
export function play(game: PracticeGame, move: string): PracticeGame {
  if (!game.views[game.at] || (game.tried !== null && !game.trouble)) return game;
  if (game.line[game.at] === move) return redo(game);
  return { ...game, tried: move, jumped: false, trouble: '' };
}

/** The game one move back. If the server is still checking a move, only that move is dropped. */
export function undo(game: PracticeGame): PracticeGame {
  if (game.tried !== null) return stand(game, game.at, true);
  return game.at > 0 ? stand(game, game.at - 1, true) : game;
}

export function redo(game: PracticeGame): PracticeGame {
  return game.at < game.line.length ? stand(game, game.at + 1, false) : game;
}

/** The game at the opening. The moves are kept for redo. */
export function startAgain(game: PracticeGame): PracticeGame {
  return stand(game, 0, true);
}

/** The moves that are made: not those that were taken back, nor the one that the server is checking. */
export function standing(game: PracticeGame): string[] {
  return game.line.slice(0, game.at);
}

/** The log that the server must check before the game goes on; null if there is none. */
export function wanted(game: PracticeGame): string[] | null {
  if (game.tried !== null) return [...standing(game), game.tried];
  return game.views[game.at] ? null : standing(game);
}

/** The game after the server's answer to `moves`; unchanged if the player meanwhile did something else. */
export function answered(game: PracticeGame, moves: string[], answer: ReplayAnswer): PracticeGame {
  if (wanted(game)?.join() !== moves.join()) return game;
  const settled = { ...game, tried: null, trouble: '' };
  if (answer.ok) return advance(settled, moves, answer);
  const refused = { nth: (game.refused?.nth ?? 0) + 1, why: sentence(answer.why) };
  return game.tried === null ? cut({ ...settled, refused }, answer.ply) : { ...settled, refused };
}

/** The game after a refusal of a move that is legal, but must not be made now. */
export function notNow(game: PracticeGame, why: string): PracticeGame {
  return { ...game, refused: { nth: (game.refused?.nth ?? 0) + 1, why } };
}

export function unanswered(game: PracticeGame, why: string): PracticeGame {
  return wanted(game) === null ? game : { ...game, trouble: why };
}

/**
 * The game after the server found `moves` legal, with the server's view. If `line` begins with `moves`, the rest of
 * `line` stays for redo. Otherwise `moves` replaces `line`.
 */
function advance(game: PracticeGame, moves: string[], view: View): PracticeGame {
  const goesOn = moves.every((move, ply) => game.line[ply] === move);
  const line = goesOn ? game.line : moves;
  const known = Object.entries(game.views).filter(([ply]) => goesOn || Number(ply) < moves.length);
  const views = { ...Object.fromEntries(known), [moves.length]: view };
  return show({ ...game, line, at: moves.length, views });
}

/**
 * The game without the move at `ply`, which the rules refuse, and without later moves. If `ply` is missing, the game
 * goes back to the last position that has a view.
 */
function cut(game: PracticeGame, ply?: number): PracticeGame {
  const line = game.line.slice(0, ply ?? lastShown(game));
  return show({ ...game, line, at: line.length });
}

/** The last position before the current one whose view is known, as a number of moves. */
function lastShown(game: PracticeGame): number {
  return Math.max(...Object.keys(game.views).map(Number).filter((ply) => ply < game.at));
}

function stand(game: PracticeGame, at: number, jumped: boolean): PracticeGame {
  return show({ ...game, at, jumped, tried: null, trouble: '' });
}

function show(game: PracticeGame): PracticeGame {
  return { ...game, view: game.views[game.at] ?? game.view };
}
