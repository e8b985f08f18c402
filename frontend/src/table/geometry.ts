/** The rectangle of every card and every empty place, from a layout and a width. It needs no DOM. */

import { isHeap, type Arrangement, type Fan, type Place } from './layout';
import { FACE_DOWN } from './cards';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Spot {
  place: Place;
  /** Where its first card lies, or would lie. */
  slot: Rect;
  /** Each card, from the bottom. */
  cards: Rect[];
  /** The whole pile: the slot and the cards together. */
  area: Rect;
}

export interface Plan {
  card: { width: number; height: number };
  height: number;
  spots: ReadonlyMap<string, Spot>;
}

/** The height of a card of width 1. */
export const SHAPE = 1.4;
const LARGEST_CARD = 112;
/** A card of this width is not made smaller just to save height. */
const LEAST_CARD = 44;

/**
 * The table, centred: as large as `width` allows and, while the cards stay legible, no higher than `height`. If a fan
 * outgrows its room, the table grows downwards, and the cards keep their size.
 */
export function lay(
  arrangement: Arrangement,
  piles: Readonly<Record<string, readonly string[]>>,
  width: number,
  height: number,
): Plan {
  const byHeight = Math.max(LEAST_CARD, height / (arrangement.height * SHAPE));
  const wide = Math.floor(Math.min(width / arrangement.width, byHeight, LARGEST_CARD));
  const card = { width: wide, height: Math.round(wide * SHAPE) };
  const left = Math.round((width - arrangement.width * wide) / 2);
  const spots = new Map<string, Spot>();
  for (const place of arrangement.places) {
    const slot = { x: left + Math.round(place.x * wide), y: Math.round(place.y * card.height), ...card };
    const cards = steps(place.fan, piles[place.pile] ?? []).map(({ x, y }) => ({
      ...slot,
      x: slot.x + x * wide,
      y: slot.y + y * card.height,
    }));
    spots.set(place.pile, { place, slot, cards, area: around([slot, ...cards]) });
  }
  const lowest = Math.max(...[...spots.values()].map(({ area }) => area.y + area.height));
  return { card, height: Math.ceil(Math.max(arrangement.height * card.height, lowest)), spots };
}

/** How far each card lies from the first; they are pressed together if the pile would not fit its room. */
function steps(fan: Fan, cards: readonly string[]): { x: number; y: number }[] {
  const at: number[] = [];
  let steps = 0;
  for (const card of cards) {
    at.push(steps);
    steps += card === FACE_DOWN ? (fan.shut ?? 1) : 1;
  }
  const step = Math.max(Math.abs(fan.x), Math.abs(fan.y));
  const length = (at.at(-1) ?? 0) * step;
  const pressed = Math.max((fan.least ?? 0) / step, Math.min(1, (fan.room - 1) / (length || 1)));
  return at.map((step) => ({ x: step * fan.x * pressed, y: step * fan.y * pressed }));
}

/** How many card heights a fan of these cards takes: at least its room. */
export function depth(fan: Fan, cards: readonly string[]): number {
  return Math.max(fan.room, 1 + (steps(fan, cards).at(-1)?.y ?? 0));
}

function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
}

/** The visible part of each card of a pile, or an empty pile's place. Of a heap only the uppermost card is visible. */
export function seen(spot: Spot): { index: number; rect: Rect }[] {
  const last = spot.cards.length - 1;
  if (last < 0) return [{ index: 0, rect: spot.slot }];
  if (isHeap(spot.place.fan)) return [{ index: last, rect: spot.cards[last]! }];
  return spot.cards.map((card, index) => ({ index, rect: uncovered(spot.place.fan, card, spot.cards[index + 1]) }));
}

function uncovered(fan: Fan, card: Rect, above: Rect | undefined): Rect {
  if (!above) return card;
  if (Math.abs(fan.y) > Math.abs(fan.x)) return { ...card, height: above.y - card.y };
  const width = Math.abs(above.x - card.x);
  return { ...card, width, x: fan.x < 0 ? card.x + card.width - width : card.x };
}

const shared = (a: number, aSize: number, b: number, bSize: number) =>
  Math.max(0, Math.min(a + aSize, b + bSize) - Math.max(a, b));

function overlap(one: Rect, other: Rect): number {
  return shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height);
}

/** The pile for which a card dropped at `card` is meant: it overlaps that pile most. `likely` piles count double. */
export function aim(plan: Plan, card: Rect, likely: ReadonlySet<string>): string | null {
  let best: string | null = null;
  let most = (card.width * card.height) / 8;
  for (const [pile, { area }] of plan.spots) {
    const share = overlap(card, area) * (likely.has(pile) ? 2 : 1);
    if (share <= most) continue;
    most = share;
    best = pile;
  }
  return best;
}
