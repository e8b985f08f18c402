/** The revealing of the final places after a freeze, from the last to the first: what the organiser's screen holds back. */

import { gettext } from '../gettext';
import { isOver } from '../scoreboard/board';
import { amountInWords } from '../scoreboard/columns';
import { ordinal } from '../places';
import { inPlaces, type Ranked, type Wall } from './wall';

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
  const facts = { place: ordinal(row.rank), name: row.player.name, score: amountInWords(row.total, wall.board.columns) };
  return row.tied ? gettext('Joint {place}: {name}, {score}.', facts) : gettext('{place}: {name}, {score}.', facts);
}
