/** What a layout is: where a game's piles lie, and by which gestures a move is made. It knows no rules. */

import type { View } from './view';

/** How far each card lies from the one beneath it: `x` in card widths, `y` in card heights. */
export interface Fan {
  x: number;
  y: number;
  /** How long the fan may get, its last card included, before it is pressed together. */
  room: number;
  /** The smallest step, in cards, so that each index stays legible: if that is too long, the fan outgrows its room. */
  least?: number;
  /** The share of such a step for a card that lies face down; a whole step by default. */
  shut?: number;
}

/** Where a pile lies: its first card's upper left corner, `x` in card widths and `y` in card heights. */
export interface Unnamed {
  pile: string;
  x: number;
  y: number;
  fan: Fan;
  /** What the empty place shows: the suit that belongs there. */
  mark?: string;
  /** Whether the number of its cards is written on it. */
  counted?: boolean;
  /** Whether the place is invisible while it is empty. */
  bare?: boolean;
  /** Whether its number is written where it begins: the player knows it by that number. */
  numbered?: boolean;
}

/** A place and the name of its pile, as it stands in a sentence: "the waste". */
export interface NamedPile extends Unnamed {
  name: string;
}

export interface Arrangement<P extends Unnamed = NamedPile> {
  /** In card widths. */
  width: number;
  /** In card heights, whatever lies on the table, unless a long fan outgrows its room. */
  height: number;
  /** In the order in which they are read; where two overlap, the later one lies on top. */
  places: P[];
  /** Piles that are one thing to the player, who sees its name above them and how many cards it has. */
  captions?: Caption[];
}

export interface Caption {
  /** Their name, with the number of cards. */
  words: (cards: number) => string;
  /** From left to right. */
  piles: string[];
}

/** The room above its piles that a caption takes, in card heights. */
export const CAPTION = 0.22;

/** One way to make a move by hand; a move may have several. */
export type Gesture =
  /** The topmost `count` cards of a pile are carried to another. `best`: where a double click would send them. */
  | { kind: 'carry'; from: string; count: number; to: string; best?: boolean }
  /** A pile is tapped. `says` is what that does. */
  | { kind: 'tap'; pile: string; says: string }
  /** A card, counted from 0 at the bottom, is chosen, then confirmed with a button. For moves that need care. */
  | { kind: 'ask'; pile: string; index: number; question: string; yes: string }
  /** A button beside the table. */
  | { kind: 'button'; says: string };

export interface Layout<P extends Unnamed = NamedPile> {
  /**
   * The piles of a view on a table that is `narrow` (a phone held upright) or not. The smallest steps of long fans are
   * multiplied by `press`.
   */
  arrange(view: View, narrow: boolean, press?: number): Arrangement<P>;
  /** How a legal move is made by hand. */
  gestures(move: string, view: View): Gesture[];
  /** The move that is meant when cards are carried somewhere, allowed or not; null if no move could be meant. */
  spell(from: string, count: number, to: string, view: View): string | null;
}

/** The room that the number of a pile takes, in card widths. */
export const NUMBER = 0.22;

/** From the left edge of one card to that of its neighbour, in card widths. */
export const COLUMN = 1.1;
/** From the upper edge of one card to that of the next below it, in card heights. */
export const ROW = 1.09;

/** Cards squarely on each other; only the edges of the lower ones are visible. */
export const HEAP: Fan = { x: 0.006, y: -0.006, room: 1.04 };

/** Whether only the uppermost card of a pile laid like this is visible. */
export const isHeap = (fan: Fan): boolean => Math.max(Math.abs(fan.x), Math.abs(fan.y)) < 0.1;

const SUITS = ['C', 'D', 'H', 'S'] as const;

export const homeOf = (card: string): string => `foundation-${card.charAt(1).toLowerCase()}`;

export function top(view: View, pile: string): string {
  return view.piles[pile]?.at(-1) ?? '';
}

export const isEmpty = (view: View, pile: string): boolean => (view.piles[pile]?.length ?? 0) === 0;

/** The foundations, side by side or wherever `at` says. */
export function foundations(at: (index: number) => { x: number; y: number }): Unnamed[] {
  return SUITS.map((suit, index) => ({
    pile: homeOf(`A${suit}`),
    ...at(index),
    fan: HEAP,
    mark: suit,
  }));
}
