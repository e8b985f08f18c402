/** A practice game without a DOM: the moves, how many of them stand, and what the server showed of them. */

import type { Refused, View } from '../table/view';

export interface Game {
  /** Every move in order, those taken back too. */
  line: string[];
  /** How many of them stand. */
  at: number;
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
    views: { 0: opening },
    view: opening,
    jumped: true,
    refused: null,
    trouble: '',
  };
}

/** One more move by hand. While the last one is being judged there is no next one. */
export function play(game: Game, move: string): Game {
  if (wanted(game) !== null) return game;
  if (game.line[game.at] === move) return stand(game, game.at + 1, false);
  const line = [...game.line.slice(0, game.at), move];
  const views = Object.fromEntries(Object.entries(game.views).filter(([ply]) => Number(ply) <= game.at));
  return stand({ ...game, line, views }, line.length, false);
}

export function undo(game: Game): Game {
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
  return game.views[game.at] ? null : standing(game);
}

/** The game with the server's answer to `moves`, which may have been taken back meanwhile. */
export function judged(game: Game, moves: string[], verdict: Verdict): Game {
  if (moves.some((move, ply) => game.line[ply] !== move)) return game;
  if (!verdict.ok) return refuse(game, verdict.ply ?? lastShown(game, moves.length), verdict.error);
  const { ok, ...view } = verdict;
  return show({ ...game, views: { ...game.views, [moves.length]: view }, trouble: '' });
}

export function unanswered(game: Game, why: string): Game {
  return { ...game, trouble: why };
}

/** The game without the move at `ply` and those after it. */
function refuse(game: Game, ply: number, why: string): Game {
  const refused = { nth: (game.refused?.nth ?? 0) + 1, why };
  const line = game.line.slice(0, ply);
  return show({ ...game, line, at: Math.min(game.at, ply), refused, trouble: '' });
}

/** The most moves below `ply` whose view is known. */
function lastShown(game: Game, ply: number): number {
  return Math.max(...Object.keys(game.views).map(Number).filter((known) => known < ply));
}

function stand(game: Game, at: number, jumped: boolean): Game {
  return show({ ...game, at, jumped });
}

function show(game: Game): Game {
  return { ...game, view: game.views[game.at] ?? game.view };
}
