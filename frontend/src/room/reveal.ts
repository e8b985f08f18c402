/**
 * Reveals the final places after a freeze, from the last to the first. The organiser's screen hides each place until
 * it is revealed.
 */

import { gettext } from '../gettext';
import { isOver } from '../scoreboard/board';
import { amountInWords } from '../scoreboard/columns';
import { ordinal } from '../places';
import { shownName } from '../words';
import { inPlaces, type Ranked, type Wall } from './wall';

/** The wall with one more place revealed. */
export function revealNext(wall: Wall): Wall {
  const { held } = wall;
  return held?.left ? { ...wall, held: { left: held.left - 1, shown: held.shown + 1 } } : wall;
}

export function revealAll(wall: Wall): Wall {
  return wall.held ? { ...wall, held: { left: 0, shown: inPlaces(wall).length } } : wall;
}

/**
 * Whether places are held back now, because this screen has not revealed all of them yet, or because the contest is
 * over and its standings are still frozen.
 */
export function isHeldBack(wall: Wall): boolean {
  return (wall.held !== null && wall.held.left !== 0) || (isOver(wall.board) && wall.board.frozen);
}

/** The entries whose places are held back, because this screen has not revealed them yet. */
export function heldBack(wall: Wall): Set<string> {
  if (wall.held === null) return new Set();
  const ranked = inPlaces(wall);
  return new Set(ranked.slice(0, wall.held.left ?? ranked.length).map(({ entry }) => entry));
}

/** The place to be revealed next; null if no place is held back, or if the places are not known yet. */
export function upNext(wall: Wall): Ranked | null {
  return wall.held?.left ? (inPlaces(wall)[wall.held.left - 1] ?? null) : null;
}

/** The sentence that screen readers speak for a revealed place. */
export function placeAloud(row: Ranked, wall: Wall): string {
  const facts = { place: ordinal(row.rank), name: shownName(row.player.name), score: amountInWords(row.total, wall.board.columns) };
  return row.tied ? gettext('Joint {place}: {name}, {score}.', facts) : gettext('{place}: {name}, {score}.', facts);
}
