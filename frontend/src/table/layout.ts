/** What a layout is: where a game's piles lie, and which hands a move is made with. It knows no rules. */

import type { View } from './view';

/** How far each card lies from the one beneath it: `x` in card widths, `y` in card heights. */
export interface Fan {
  x: number;
  y: number;
  /** As long as the fan may get, its last card included, before it is pressed together. */
  room: number;
  /** No step is pressed below this, in cards, so that each index stays legible: rather, the fan outgrows its room. */
  least?: number;
  /** What a card that lies face down takes of such a step; all of it, if nothing is said. */
  shut?: number;
}

/** Where a pile lies: its first card's upper left corner, `x` in card widths and `y` in card heights. */
export interface Place {
  pile: string;
  /** As it is spoken: "Stack 3". */
  name: string;
  x: number;
  y: number;
  fan: Fan;
  /** What the empty place shows: the suit that belongs there. */
  mark?: string;
  /** Whether the number of its cards is written on it. */
  counted?: boolean;
  /** Whether nothing is to be seen of the place while it is empty. */
  bare?: boolean;
}

export interface Arrangement {
  /** In card widths. */
  width: number;
  /** In card heights, unless a long fan outgrows its room. */
  height: number;
  /** In the order in which they are read; where two overlap, the later one lies on top. */
  places: Place[];
}

/** One way to make a move by hand; a move may have several. */
export type Gesture =
  /** The topmost `count` cards of a pile are carried to another. `best`: where a double click would send them. */
  | { kind: 'carry'; from: string; count: number; to: string; best?: boolean }
  /** A pile is tapped. `says` is what that does. */
  | { kind: 'tap'; pile: string; says: string }
  /** A card, counted from 0 at the bottom, is chosen, and then a button says yes. For what must not be a slip. */
  | { kind: 'ask'; pile: string; index: number; question: string; yes: string }
  /** A button beside the table. */
  | { kind: 'button'; says: string };

export interface Layout {
  /** The piles of a view on a table that is `narrow` (a phone held upright) or not. */
  arrange(view: View, narrow: boolean): Arrangement;
  /** How a legal move is made by hand. */
  gestures(move: string, view: View): Gesture[];
  /** The move that is meant when cards are carried somewhere, allowed or not; null where none could be. */
  spell(from: string, count: number, to: string, view: View): string | null;
}

/** From the left edge of one card to that of its neighbour, in card widths. */
export const COLUMN = 1.1;
/** From the upper edge of one card to that of the next below it, in card heights. */
export const ROW = 1.09;

/** Cards squarely on each other, the edges of the lower ones just to be seen. */
export const HEAP: Fan = { x: 0.006, y: -0.006, room: 1.04 };

/** Whether of a pile laid like this only the uppermost card is to be seen. */
export const isHeap = (fan: Fan): boolean => Math.max(Math.abs(fan.x), Math.abs(fan.y)) < 0.1;

export const SUITS = ['C', 'D', 'H', 'S'] as const;

export const homeOf = (card: string): string => `foundation-${card.charAt(1).toLowerCase()}`;

export function top(view: View, pile: string): string {
  return view.piles[pile]?.at(-1) ?? '';
}

export const isEmpty = (view: View, pile: string): boolean => (view.piles[pile]?.length ?? 0) === 0;

/** The foundations, side by side or wherever `at` says. */
export function foundations(at: (index: number) => { x: number; y: number }): Place[] {
  const names = ['clubs', 'diamonds', 'hearts', 'spades'];
  return SUITS.map((suit, index) => ({
    pile: homeOf(`A${suit}`),
    name: `Foundation of ${names[index]}`,
    ...at(index),
    fan: HEAP,
    mark: suit,
  }));
}
