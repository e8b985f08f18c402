/** A practice game without a DOM: the moves, how many of them stand, and what the server showed of them. */

import type { Refused, View } from '../table/view';

export interface Game {
  /** Every move in order, those taken back too. */
  line: string[];
  /** How many of them stand. */
  at: number;
  /** A move made by hand that is being judged: until it stands, nothing that was taken back is lost. */
  tried: string | null;
  /** The view after so many moves, where the server has shown it. */
  views: Record<number, View>;
  /** What lies on the table: the newest view that is known of where the game stands. */
  view: View;
  /** The table did not come here by one move forward. */
  jumped: boolean;
  refused: Refused | null;
  /** Why no answer came; empty while there is nothing to complain of. */
  trouble: string;
}

/** The part of a game that is worth keeping: the server shows the rest again. */
export interface Kept {
  line: string[];
  at: number;
}

/** How the server answers to a log. */
export type Verdict = ({ ok: true } & View) | { ok: false; code: string; error: string; ply?: number };

/** The game as it was left, or a new one. */
export function gameFrom(opening: View, kept: Kept = { line: [], at: 0 }): Game {
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

/** One more move by hand. While the last one is being judged there is no next one. */
export function play(game: Game, move: string): Game {
  if (!game.views[game.at] || (game.tried !== null && !game.trouble)) return game;
  if (game.line[game.at] === move) return redo(game);
  return { ...game, tried: move, jumped: false, trouble: '' };
}

/** One move back; first of all the one that does not stand yet. */
export function undo(game: Game): Game {
  if (game.tried !== null) return stand(game, game.at, true);
  return game.at > 0 ? stand(game, game.at - 1, true) : game;
}

export function redo(game: Game): Game {
  return game.at < game.line.length ? stand(game, game.at + 1, false) : game;
}

/** Back to the opening; the moves can still be made again one by one. */
export function startAgain(game: Game): Game {
  return stand(game, 0, true);
}

/** The moves that stand. */
export function standing(game: Game): string[] {
  return game.line.slice(0, game.at);
}

/** The log that the server has to be asked about before the game goes on; null when nothing is open. */
export function wanted(game: Game): string[] | null {
  if (game.tried !== null) return [...standing(game), game.tried];
  return game.views[game.at] ? null : standing(game);
}

/** The game with the server's answer to `moves`, which may be wanted no more. */
export function judged(game: Game, moves: string[], verdict: Verdict): Game {
  if (wanted(game)?.join() !== moves.join()) return game;
  const settled = { ...game, tried: null, trouble: '' };
  if (verdict.ok) return advance(settled, moves, verdict);
  const refused = { nth: (game.refused?.nth ?? 0) + 1, why: verdict.error };
  return game.tried === null ? cut({ ...settled, refused }, verdict.ply) : { ...settled, refused };
}

export function unanswered(game: Game, why: string): Game {
  return wanted(game) === null ? game : { ...game, trouble: why };
}

/** The game where `moves` stand, as the server showed it. What else lay ahead goes, unless it begins like this. */
function advance(game: Game, moves: string[], view: View): Game {
  const goesOn = moves.every((move, ply) => game.line[ply] === move);
  const line = goesOn ? game.line : moves;
  const known = Object.entries(game.views).filter(([ply]) => goesOn || Number(ply) < moves.length);
  const views = { ...Object.fromEntries(known), [moves.length]: view };
  return show({ ...game, line, at: moves.length, views });
}

/** A kept game without the move that broke the rules, or back where they are known to hold. */
function cut(game: Game, ply?: number): Game {
  const line = game.line.slice(0, ply ?? lastShown(game));
  return show({ ...game, line, at: line.length });
}

/** The most moves, fewer than stand, of which the view is known. */
function lastShown(game: Game): number {
  return Math.max(...Object.keys(game.views).map(Number).filter((ply) => ply < game.at));
}

function stand(game: Game, at: number, jumped: boolean): Game {
  return show({ ...game, at, jumped, tried: null, trouble: '' });
}

function show(game: Game): Game {
  return { ...game, view: game.views[game.at] ?? game.view };
}
