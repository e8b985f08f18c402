/**
 * The player's hands: the held cards, and what a tap or a drop does. The legal moves of the view say what is possible.
 */

import { gettext } from '../gettext';
import type { Gesture, Layout } from './layout';
import { whatGoes, whyNot } from './telling';
import type { Spot, View } from './view';

type Of<Kind extends Gesture['kind']> = Extract<Gesture, { kind: Kind }> & { move: string };
export type Option = Gesture & { move: string };

/** Everything that the player can do now. */
export interface HandOptions {
  view: View;
  layout: Layout;
  all: readonly Option[];
  /** Whether a tap makes the only move of a card, instead of picking the card up. */
  tapPlays: boolean;
  /** The hinted move, whose cards are ringed. A tap on any of them makes the move, and a drag takes them all. */
  hinted: string | null;
}

export type Hands =
  | { kind: 'empty' }
  /** A card and all cards above it are held: chosen with a tap at the time `since`, in milliseconds, or dragged. */
  | { kind: 'holding'; from: Spot; dragged: boolean; since: number }
  | { kind: 'asking'; option: Of<'ask'> };

/** The result of a gesture. A `tried` move is illegal; it is sent so that the server says why. */
export interface Outcome {
  hands: Hands;
  move?: string;
  tried?: string;
  note?: string;
}

export const EMPTY: Hands = { kind: 'empty' };
const DOUBLE_MS = 400;
const NOT_THERE = gettext('Not there.');
export const PUT_BACK = gettext('Put back.');
const SEVERAL = gettext('It may go to more than one place: tap where it should go.');
const NOT_NOW = gettext('That card cannot move now.');

export function optionsOf(view: View, layout: Layout, tapPlays = false, hinted: string | null = null): HandOptions {
  const all = view.legal.flatMap((move) =>
    layout.gestures(move, view).map((gesture): Option => ({ ...gesture, move })),
  );
  return { view, layout, all, tapPlays, hinted };
}

const sizeOf = (options: HandOptions, pile: string) => options.view.piles[pile]?.length ?? 0;

/** The moves that carry the card at a spot and all cards above it. */
export function carries(options: HandOptions, from: Spot): Of<'carry'>[] {
  const count = sizeOf(options, from.pile) - from.index;
  return options.all.filter(
    (option): option is Of<'carry'> =>
      option.kind === 'carry' && option.from === from.pile && option.count === count,
  );
}

/** Whether a spot is one of the cards that the hinted move takes. */
export const isRinged = (options: HandOptions, spot: Spot): boolean => ringed(options, spot) !== undefined;

/** The hinted move, if a spot is one of the cards that it takes. */
function ringed(options: HandOptions, { pile, index }: Spot): Of<'carry'> | undefined {
  return options.all.find(
    (option): option is Of<'carry'> =>
      option.kind === 'carry' &&
      option.move === options.hinted &&
      option.from === pile &&
      index >= sizeOf(options, pile) - option.count,
  );
}

export function tapOf(options: HandOptions, { pile, index }: Spot): Of<'tap'> | undefined {
  const onTop = index >= sizeOf(options, pile) - 1;
  return options.all.find(
    (option): option is Of<'tap'> => onTop && option.kind === 'tap' && option.pile === pile,
  );
}

export function askOf(options: HandOptions, { pile, index }: Spot): Of<'ask'> | undefined {
  return options.all.find(
    (option): option is Of<'ask'> => option.kind === 'ask' && option.pile === pile && option.index === index,
  );
}

export function buttons(options: HandOptions): Of<'button'>[] {
  return options.all.filter((option): option is Of<'button'> => option.kind === 'button');
}

/** The piles that may receive the held cards. */
export function targets(options: HandOptions, hands: Hands): ReadonlySet<string> {
  return new Set(hands.kind === 'holding' ? carries(options, hands.from).map((option) => option.to) : []);
}

/**
 * The result of a tap, a click, or Enter on a spot. `time` is in milliseconds. For a key it is Infinity, because a key
 * pressed twice is never a double click.
 */
export function tap(options: HandOptions, hands: Hands, spot: Spot, time: number): Outcome {
  if (hands.kind === 'holding') {
    const { from, since } = hands;
    if (from.pile === spot.pile && from.index === spot.index) {
      const isDouble = time - since < DOUBLE_MS; // for two keys this compares NaN, which is false
      if (!isDouble) return { hands: EMPTY, note: PUT_BACK };
      const obvious = obviousMove(options, from);
      return obvious ? { hands: EMPTY, move: obvious } : { hands, note: SEVERAL };
    }
    const laid = from.pile === spot.pile ? null : lay(options, from, spot.pile);
    if (laid?.move) return laid;
    if (!isActive(options, spot)) return laid ?? { hands: EMPTY, ...refusal(options, spot) };
  }
  const hinted = hands.kind === 'holding' ? undefined : ringed(options, spot);
  if (hinted) return { hands: EMPTY, move: hinted.move };
  const tapped = tapOf(options, spot);
  if (tapped) return { hands: EMPTY, move: tapped.move };
  const only = options.tapPlays && onlyMove(options, spot);
  if (only) return { hands: EMPTY, move: only };
  if (carries(options, spot).length) return { hands: { kind: 'holding', from: spot, dragged: false, since: time } };
  const option = askOf(options, spot);
  if (option) {
    const again = hands.kind === 'asking' && hands.option.move === option.move;
    return { hands: again ? EMPTY : { kind: 'asking', option } };
  }
  return { hands: EMPTY, ...refusal(options, spot) };
}

/** The reason why nothing can be done from a spot. An empty place may have none. */
export function refusal({ view }: HandOptions, spot: Spot): { note?: string } {
  const note = whyNot(view, spot) || (view.piles[spot.pile]?.length ? NOT_NOW : '');
  return note ? { note } : {};
}

/** The piles that a move takes from or goes to, so that they can be marked. */
export function pilesOf(options: HandOptions, move: string | null): ReadonlySet<string> {
  const found = options.all.filter((option) => option.move === move);
  return new Set(
    found.flatMap((option) =>
      option.kind === 'carry' ? [option.from, option.to] : option.kind === 'button' ? [] : [option.pile],
    ),
  );
}

/** The route of a move: the cards that it takes, and in `to` the place where they go; null if they go to no place. */
export interface Route {
  from: Spot[];
  to: Spot | null;
}

/** The route of a move. If each of two cards may be laid on the other, the route has both cards and no place. */
export function routeOf(options: HandOptions, move: string | null): Route {
  const found = options.all.filter((option) => option.move === move);
  const carried = found.filter((option) => option.kind === 'carry');
  const place = carried.find(({ to }) => !carried.some(({ from }) => from === to))?.to;
  const taken = new Map<string, Spot>();
  const spot = (pile: string, count = 1) => ({ pile, index: Math.max(0, sizeOf(options, pile) - count) });
  for (const option of found) {
    if (option.kind === 'carry') taken.set(option.from, spot(option.from, option.count));
    else if (option.kind === 'ask') taken.set(option.pile, { pile: option.pile, index: option.index });
    else if (option.kind === 'tap' && option.pile !== place) taken.set(option.pile, spot(option.pile));
  }
  return { from: [...taken.values()], to: place === undefined ? null : spot(place) };
}

/**
 * The cards that can be picked up or tapped; of each pile, only the lowest of them. A card whose move must first be
 * confirmed (`ask`) does not count.
 */
export function movable(options: HandOptions): Spot[] {
  const found = new Map<string, Spot>();
  for (const option of options.all) {
    if (option.kind !== 'carry' && option.kind !== 'tap') continue;
    const pile = option.kind === 'carry' ? option.from : option.pile;
    const index = Math.max(0, sizeOf(options, pile) - (option.kind === 'carry' ? option.count : 1));
    if (index < (found.get(pile)?.index ?? Infinity)) found.set(pile, { pile, index });
  }
  return [...found.values()];
}

/** Whether anything can be done from a spot. */
export const isActive = (options: HandOptions, spot: Spot): boolean =>
  carries(options, spot).length > 0 || tapOf(options, spot) !== undefined || askOf(options, spot) !== undefined;

/**
 * The only move of the card at a spot with all cards above it. If they have several moves, the one that the layout
 * calls best. Null if they have no move, or if none of several is called best.
 */
function obviousMove(options: HandOptions, from: Spot): string | null {
  return onlyMove(options, from) ?? carries(options, from).find((option) => option.best)?.move ?? null;
}

function onlyMove(options: HandOptions, from: Spot): string | null {
  const [first, ...others] = new Set(carries(options, from).map((option) => option.move));
  return others.length ? null : (first ?? null);
}

/**
 * The hands after a drag has begun at a spot. If the card there belongs to the hinted move, they hold all cards that
 * this move takes from the pile; otherwise this card and all cards above it. Null if these cards cannot be carried.
 */
export function drag(options: HandOptions, spot: Spot): Hands | null {
  const count = ringed(options, spot)?.count;
  const from = count === undefined ? spot : { pile: spot.pile, index: sizeOf(options, spot.pile) - count };
  return carries(options, from).length ? { kind: 'holding', from, dragged: true, since: 0 } : null;
}

/** The result of dropping the held cards on a pile, or on none. */
export function drop(options: HandOptions, hands: Hands, pile: string | null): Outcome {
  if (hands.kind !== 'holding' || pile === hands.from.pile) return { hands: EMPTY };
  return pile === null ? { hands: EMPTY, note: NOT_THERE } : lay(options, hands.from, pile);
}

function lay(options: HandOptions, from: Spot, pile: string): Outcome {
  const found = carries(options, from).find((option) => option.to === pile);
  if (found) return { hands: EMPTY, move: found.move };
  const { view, layout } = options;
  const spelled = layout.spell(from.pile, sizeOf(options, from.pile) - from.index, pile, view);
  if (spelled !== null && view.legal.includes(spelled)) return { hands: EMPTY, move: spelled };
  const goes = whatGoes(view, pile);
  return goes || spelled === null ? { hands: EMPTY, note: goes || NOT_THERE } : { hands: EMPTY, tried: spelled };
}
