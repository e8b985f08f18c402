/** Finds out which cards move from one view to the next, when each starts, and which are turned up on the way. */

import { FACE_DOWN } from './cards';
import type { TablePlan } from './geometry';
import type { Traced } from './identity';
import { isHeap } from './layout';

export interface Motion {
  /** For each moving card, by its number: how long it waits before it moves, in milliseconds. */
  delays: ReadonlyMap<number, number>;
  /** The numbers of the cards that are turned up. */
  turned: ReadonlySet<number>;
}

export const AT_REST: Motion = { delays: new Map(), turned: new Set() };
/** At the usual pace all movement is over after this time in milliseconds, including the longest delay. */
export const MOTION_MS = 500;
const LAST_START_MS = 260;
const BETWEEN_MS = 45;

/** The movement from one view to the next. `pace` multiplies all times. */
export function motion(before: Traced, after: Traced, pace = 1): Motion {
  const was = new Map<number, { pile: string; index: number; face: string }>();
  for (const card of cards(before)) was.set(card.id, card);
  const moved: { id: number; pile: string }[] = [];
  const turned = new Set<number>();
  for (const { id, pile, index, face } of cards(after)) {
    const old = was.get(id);
    if (!old) continue;
    if (old.pile !== pile || old.index !== index) moved.push({ id, pile });
    if (old.face === FACE_DOWN && face !== FACE_DOWN) turned.add(id);
  }
  // If cards go to more than two piles, they are dealt, and start one after the other. If they go to one or two piles,
  // they belong to one move, and start together.
  const dealt = new Set(moved.map(({ pile }) => pile)).size > 2;
  const between = dealt ? Math.min(BETWEEN_MS, LAST_START_MS / moved.length) : 0;
  return { delays: new Map(moved.map(({ id }, nth) => [id, Math.round(nth * between * pace)])), turned };
}

/** Where a card comes from when a game begins, in pixels from its place, and when it starts. */
export interface DealtCard {
  x: number;
  y: number;
  /** The delay in milliseconds, at the usual pace. */
  delay: number;
}

/**
 * The cards that are dealt when a game begins, by pile and index, such as `3 0`. They come from the stock or, without
 * one, from the middle of the table's lower edge. In a heap only the uppermost card moves.
 */
export function dealt(plan: TablePlan): ReadonlyMap<string, DealtCard> {
  const places = [...plan.spots.values()].map(({ place, cards }) => ({
    pile: place.pile,
    cards: cards.map((card, index) => ({ card, index })).slice(isHeap(place.fan) ? -1 : 0),
  }));
  const right = Math.max(...[...plan.spots.values()].map(({ slot }) => slot.x + slot.width));
  const left = Math.min(...[...plan.spots.values()].map(({ slot }) => slot.x));
  const deck = plan.spots.get('stock')?.slot ?? { x: (left + right - plan.card.width) / 2, y: plan.height - plan.card.height };
  const coming = places.flatMap(({ pile, cards }) => (pile === 'stock' ? [] : cards.map((each) => ({ pile, ...each }))));
  const between = Math.min(BETWEEN_MS, LAST_START_MS / coming.length);
  return new Map(
    coming.map(({ pile, card, index }, nth) => [
      `${pile} ${index}`,
      { x: deck.x - card.x, y: deck.y - card.y, delay: Math.round(nth * between) },
    ]),
  );
}

function* cards({ piles, ids }: Traced) {
  for (const [pile, faces] of Object.entries(piles))
    for (const [index, face] of faces.entries()) yield { id: ids[pile]![index]!, pile, index, face };
}
