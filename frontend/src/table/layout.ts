/** A layout: where a game's piles lie, and which gestures make a move. It knows no rules. */

import type { View } from './view';

/**
 * How cards of a pile overlap. Each card lies this far from the card below it: `x` in card widths, `y` in card
 * heights.
 */
export interface Fan {
  x: number;
  y: number;
  /** The greatest length of the fan with its last card, in card widths or heights. A longer fan is pressed together. */
  room: number;
  /**
   * The smallest distance between two cards that leaves each corner mark (rank and suit) legible, in the units of `x`
   * and `y`. If the fan is too long even so, it outgrows its room.
   */
  least?: number;
  /** The distance from a face-down card to the next card, as a share of the usual distance; by default 1. */
  shut?: number;
}

/** The place of a pile: `x` and `y` of the first card's upper left corner, in card widths and in card heights. */
export interface Unnamed {
  pile: string;
  x: number;
  y: number;
  fan: Fan;
  /** The sign of the empty place: the suit that belongs there. */
  mark?: string;
  /** Whether the number of cards is written on the pile, if it has more than one. */
  counted?: boolean;
  /** Whether nothing is drawn while the place is empty. */
  bare?: boolean;
  /** Whether `pile`, which then is a number such as 3, is written beside or above the pile's first card. */
  numbered?: boolean;
}

/** A place and the name of its pile, as part of a sentence: "the waste". */
export interface NamedPile extends Unnamed {
  name: string;
}

export interface Arrangement<P extends Unnamed = NamedPile> {
  /** The width in card widths. */
  width: number;
  /** The height in card heights. It does not depend on the cards, unless a long fan outgrows its room. */
  height: number;
  /** In reading order. If two places overlap, the later one lies on top. */
  places: P[];
  /** Groups of piles that are one thing to the player. Above a group are its name and its number of cards. */
  captions?: Caption[];
}

export interface Caption {
  /** The name of these piles, with the number of cards in all of them. */
  words: (cards: number) => string;
  /** The piles from left to right. */
  piles: string[];
}

/** The room that a caption takes above its piles, in card heights. */
export const CAPTION = 0.22;

/** A way to make a move by hand. A move may have several. */
export type Gesture =
  /** The topmost `count` cards of a pile are carried to another. `best`: a double click chooses this move. */
  | { kind: 'carry'; from: string; count: number; to: string; best?: boolean }
  /** A pile is tapped. `says` describes what the tap does. */
  | { kind: 'tap'; pile: string; says: string }
  /**
   * A card, counted from 0 at the bottom, is chosen, and then confirmed with a button. This is for moves that need
   * care.
   */
  | { kind: 'ask'; pile: string; index: number; question: string; yes: string }
  /** A button beside the table is pressed. */
  | { kind: 'button'; says: string };

export interface Layout<P extends Unnamed = NamedPile> {
  /**
   * The places of a view's piles, on a `narrow` table (a phone held upright) or a wide one. `press` multiplies the
   * smallest steps of long fans.
   */
  arrange(view: View, narrow: boolean, press?: number): Arrangement<P>;
  /** The gestures that make a legal move. */
  gestures(move: string, view: View): Gesture[];
  /** The move that the player means by carrying cards to a pile, legal or not; null if no move has this form. */
  spell(from: string, count: number, to: string, view: View): string | null;
}

/** The space for the number beside or above the first card of a `numbered` pile, in card widths. */
export const NUMBER = 0.22;

/** The distance between the left edges of neighbouring cards, in card widths. */
export const COLUMN = 1.1;
/** The distance between the upper edges of cards in neighbouring rows, in card heights. */
export const ROW = 1.09;

/** The fan of a heap: cards that lie squarely on each other, so that only the edges of the lower ones are visible. */
export const HEAP: Fan = { x: 0.006, y: -0.006, room: 1.04 };

/** Whether a pile is a heap, in which only the uppermost card is visible. */
export const isHeap = (fan: Fan): boolean => Math.max(Math.abs(fan.x), Math.abs(fan.y)) < 0.1;

const SUITS = ['C', 'D', 'H', 'S'] as const;

export const homeOf = (card: string): string => `foundation-${card.charAt(1).toLowerCase()}`;

export function top(view: View, pile: string): string {
  return view.piles[pile]?.at(-1) ?? '';
}

export const isEmpty = (view: View, pile: string): boolean => (view.piles[pile]?.length ?? 0) === 0;

/** The four foundations. `at` gives the place of each. */
export function foundations(at: (index: number) => { x: number; y: number }): Unnamed[] {
  return SUITS.map((suit, index) => ({
    pile: homeOf(`A${suit}`),
    ...at(index),
    fan: HEAP,
    mark: suit,
  }));
}
