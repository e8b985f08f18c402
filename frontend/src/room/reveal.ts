/** The revealing of the final places after a freeze, from the last to the first: what the organiser's screen holds back. */

import { isOver } from '../scoreboard/board';
import { withUnit } from '../scoreboard/columns';
import type { Row } from '../scoreboard/messages';
import { ordinal } from '../words';
import type { Wall } from './wall';

export interface Held {
  /** How many places are not revealed yet, the first ones; null until all of them are known. */
  left: number | null;
  /** How many are revealed. */
  shown: number;
}

type Ranked = Row & { rank: number };

/**
 * The wall, which holds back the places from the end of the freeze on.
 *
 * `complete`: its rows were all read anew, and not only the first of them. Of a result that comes late the place is
 * added to those that are held back.
 */
export function hold(wall: Wall, complete: boolean): Wall {
  if (wall.board.frozen) return { ...wall, holds: wall.mayHold };
  if (!wall.holds) return wall;
  const shown = wall.held?.shown ?? 0;
  if (!complete) return wall.held ? wall : { ...wall, held: { left: null, shown } };
  if (wall.held?.left === 0) return wall;
  return { ...wall, held: { left: Math.max(0, inPlaces(wall).length - shown), shown } };
}

/** The wall with one more place revealed. */
export function revealNext(wall: Wall): Wall {
  const { held } = wall;
  return held?.left ? { ...wall, held: { left: held.left - 1, shown: held.shown + 1 } } : wall;
}

export function revealAll(wall: Wall): Wall {
  return wall.held ? { ...wall, held: { left: 0, shown: inPlaces(wall).length } } : wall;
}

/** Whether there is anything that this screen does not show yet, or must not tell. */
export function isHeldBack(wall: Wall): boolean {
  return (wall.held !== null && wall.held.left !== 0) || (isOver(wall.board) && wall.board.frozen);
}

/** The entries whose places are not revealed. */
export function heldBack(wall: Wall): Set<string> {
  if (wall.held === null) return new Set();
  const ranked = inPlaces(wall);
  return new Set(ranked.slice(0, wall.held.left ?? ranked.length).map(({ entry }) => entry));
}

/** The place that comes next; null if there is none. */
export function upNext(wall: Wall): Ranked | null {
  return wall.held?.left ? (inPlaces(wall)[wall.held.left - 1] ?? null) : null;
}

/** What is said of a place that is revealed. */
export function placeAloud(row: Ranked, wall: Wall): string {
  return `${row.tied ? 'Joint ' : ''}${ordinal(row.rank)}: ${row.player.name}, ${withUnit(row.total, wall.board.columns)}.`;
}

/** The ranked rows that the wall shows, the best first. */
function inPlaces(wall: Wall): Ranked[] {
  const ranked = wall.places.flatMap((entry) => {
    const row = wall.rows[entry];
    return row && row.rank !== null ? [{ ...row, rank: row.rank }] : [];
  });
  return ranked.sort((one, other) => one.rank - other.rank);
}
