/**
 * Computes the rectangle of every card and every empty place, from a layout and the room for the table. It needs no
 * DOM.
 */

import { FACE_DOWN } from './cards';
import { isHeap, type Arrangement, type Fan, type Layout, type NamedPile } from './layout';
import type { View } from './view';

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

interface PileArea {
  place: NamedPile;
  /** The rectangle of the pile's first card. An empty pile has it, too: its first card would lie there. */
  slot: Rect;
  /** The rectangle of each card, from the bottom. */
  cards: Rect[];
  /** The rectangle around the slot and all cards. */
  area: Rect;
  /** Whether cards of other piles lie on the pile's uppermost card. */
  covered: boolean;
}

export interface TablePlan {
  card: { width: number; height: number };
  height: number;
  spots: ReadonlyMap<string, PileArea>;
}

/** The height of a card of width 1. */
export const SHAPE = 1.4;
/** The largest width of a card. A larger card would be no easier to see, and further for the hand. */
const LARGEST_CARD = 240;
/**
 * A card covers another one, or is meant for a pile, if more than this share of the card overlaps the other card or the
 * pile.
 */
const MEANT = 1 / 8;
/** A dragged card is aimed at a pile that may take it if their distance is smaller than this, in card widths. */
const REACH = 0.5;
/**
 * A card that a finger drags is drawn higher up, so that the finger does not hide it. This is the point of the card
 * that the finger then touches, in card heights from the top of the card.
 */
const FOOT = 0.85;
/** How much higher a card that a finger drags is drawn at most, in pixels. */
const MOST_LIFT = 72;
/**
 * The values of a layout's `press` that are tried, from the loosest fans to the tightest, in which only slivers of
 * the cards are visible.
 */
const PRESSES = Array.from({ length: 22 }, (_, step) => 1.6 - step * 0.05);
const TIGHTEST = PRESSES.length - 1;
/**
 * LEGIBLE is the index in PRESSES of the tightest fans in which most of each corner mark (rank and suit) is visible.
 * Before fans are pressed tighter than that, cards shrink down to the share LEGIBLE_FROM of their largest width.
 */
const LEGIBLE = 17;
const LEGIBLE_FROM = 0.85;

export interface Room {
  width: number;
  height: number;
}

interface Fitted {
  arrangement: Arrangement;
  plan: TablePlan;
}

/**
 * The whole table in a room, with cards as large as possible. The layout for a phone held upright is used if it gives
 * larger cards. To fit, long fans are first pressed together, then cards get a little smaller. Last, fans are pressed
 * until only slivers of their cards are visible.
 */
export function fit(layout: Layout, view: View, room: Room): Fitted {
  const [wide, narrow] = [false, true].map((narrow) => largest(layout.arrange(view, narrow, 1), room));
  const upright = narrow! > wide!;
  const card = Math.max(1, Math.floor(upright ? narrow! : wide!));
  return pressedTo(card, LEGIBLE, LEGIBLE_FROM * card) ?? pressedTo(card, TIGHTEST, 1) ?? at(1, TIGHTEST);

  /**
   * The table with the largest cards that fit if fans are pressed together no further than by `PRESSES[tight]`, and
   * with the loosest fans that fit for these cards. Null if even cards that are `smallest` wide do not fit.
   */
  function pressedTo(largest: number, tight: number, smallest: number): Fitted | null {
    let width = largest;
    while (width >= smallest && !fits(at(width, tight))) width--;
    if (width < smallest) return null;
    let loose = 0;
    while (loose < tight) {
      const between = (loose + tight) >> 1;
      if (fits(at(width, between))) tight = between;
      else loose = between + 1;
    }
    return at(width, tight);
  }

  /** Whether the table fits. Places are rounded to whole pixels, which may take one pixel more at the lower edge. */
  function fits({ plan }: Fitted): boolean {
    return plan.height <= room.height + 1;
  }

  function at(width: number, press: number): Fitted {
    const arrangement = layout.arrange(view, upright, PRESSES[press]);
    return { arrangement, plan: lay(arrangement, view.piles, room.width, width) };
  }
}

function largest({ width, height }: Arrangement, room: Room): number {
  return Math.min(room.width / width, room.height / (height * SHAPE), LARGEST_CARD);
}

/** The table centred in `width`, with cards that are `wide` pixels wide. */
function lay(
  arrangement: Arrangement,
  piles: Readonly<Record<string, readonly string[]>>,
  width: number,
  wide: number,
): TablePlan {
  const card = { width: wide, height: Math.floor(wide * SHAPE) };
  const left = Math.round((width - arrangement.width * wide) / 2);
  const spots = new Map<string, PileArea>();
  for (const place of arrangement.places) {
    const slot = { x: left + Math.round(place.x * wide), y: Math.round(place.y * card.height), ...card };
    const cards = steps(place.fan, piles[place.pile] ?? []).map(({ x, y }) => ({
      ...slot,
      x: slot.x + x * wide,
      y: slot.y + y * card.height,
    }));
    spots.set(place.pile, { place, slot, cards, area: around([slot, ...cards]), covered: false });
  }
  const later: Rect[] = [];
  for (const spot of [...spots.values()].reverse()) {
    const top = spot.cards.at(-1);
    if (!top) continue;
    spot.covered = later.some((other) => overlap(top, other) > MEANT * wide * card.height);
    later.push(top);
  }
  const lowest = Math.max(...[...spots.values()].map(({ area }) => area.y + area.height));
  return { card, height: Math.ceil(Math.max(arrangement.height * card.height, lowest)), spots };
}

/**
 * How far each card of a fan lies from the first one: `x` in card widths, `y` in card heights. The cards are pressed
 * together if the fan would not fit its room.
 */
function steps(fan: Fan, cards: readonly string[]): { x: number; y: number }[] {
  const at: number[] = [];
  let steps = 0;
  for (const card of cards) {
    at.push(steps);
    steps += card === FACE_DOWN ? (fan.shut ?? 1) : 1;
  }
  const step = Math.max(Math.abs(fan.x), Math.abs(fan.y));
  const length = (at.at(-1) ?? 0) * step;
  const pressed = Math.min(1, Math.max((fan.least ?? 0) / step, (fan.room - 1) / (length || 1)));
  return at.map((step) => ({ x: step * fan.x * pressed, y: step * fan.y * pressed }));
}

/** The length of a fan of these cards in card heights, but at least the fan's room. */
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

/**
 * The visible part of each card of a pile, or the place of an empty pile. In a heap only the uppermost card is
 * visible.
 */
export function seen(spot: PileArea): { index: number; rect: Rect }[] {
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

/**
 * An arrow between two cards, which are `card` wide: its beginning, its length in pixels and its angle in radians. The
 * arrow lies on the line between the middles of the cards, but does not reach the middles.
 */
export function arrowBetween(from: Rect, to: Rect, card: number) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const whole = Math.hypot(dx, dy) || 1;
  const short = Math.min(card * 0.3, whole * 0.25);
  return {
    x: from.x + from.width / 2 + (dx * short) / whole,
    y: from.y + from.height / 2 + (dy * short) / whole,
    length: Math.max(24, whole - 2 * short),
    angle: Math.atan2(dy, dx),
  };
}

/** Where a card that is laid on a pile will lie. */
export function landing({ place: { fan }, slot, cards }: PileArea): Point {
  const top = cards.at(-1);
  return top ? { x: top.x + fan.x * slot.width, y: top.y + fan.y * slot.height } : slot;
}

/** How many pixels higher a dragged card is drawn, so that the finger at this point does not hide it. */
export function liftOver(finger: Point, card: Rect): number {
  return within(card.y + FOOT * card.height - finger.y, 0, MOST_LIFT);
}

export const within = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);

const shared = (a: number, aSize: number, b: number, bSize: number) =>
  Math.max(0, Math.min(a + aSize, b + bSize) - Math.max(a, b));

function overlap(one: Rect, other: Rect): number {
  return shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height);
}

/** How far two rectangles are from each other; 0 if they touch. */
function apart(one: Rect, other: Rect): number {
  const gap = (a: number, aSize: number, b: number, bSize: number) => Math.max(0, b - a - aSize, a - b - bSize);
  return Math.hypot(gap(one.x, one.width, other.x, other.width), gap(one.y, one.height, other.y, other.height));
}

/**
 * If a player drops a card at the rectangle `card`, this is the pile that they mean; null if there is none. `likely`
 * has the piles that may take the card. The overlap with a likely pile is counted double; overlaps of at most MEANT of
 * the card are left out. The pile is the first of these that exists:
 *
 * 1. the pile that the card overlaps most, if this pile is likely;
 * 2. a likely pile under the finger;
 * 3. the pile that the card overlaps most, which then is not likely;
 * 4. the nearest likely pile, if it is nearer than REACH.
 */
export function aim(plan: TablePlan, card: Rect, likely: ReadonlySet<string>, finger?: Point): string | null {
  let best: string | null = null;
  let most = MEANT * card.width * card.height;
  let near: string | null = null;
  let least = REACH * card.width;
  const point = finger && { ...finger, width: 0, height: 0 };
  for (const [pile, { area }] of plan.spots) {
    const share = overlap(card, area) * (likely.has(pile) ? 2 : 1);
    if (share > most) [best, most] = [pile, share];
    if (!likely.has(pile)) continue;
    const away = apart(card, area);
    if (away < least) [near, least] = [pile, away];
  }
  if (best !== null && likely.has(best)) return best;
  const under = point && [...likely].find((pile) => apart(point, plan.spots.get(pile)!.area) === 0);
  return under ?? best ?? near;
}
