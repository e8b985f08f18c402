/** The view of a table: section 1.3 of games/conform/RULES.md, with the fields that the server adds. */

import type { Schemas } from '../schema';

export type View = Schemas['View'];

/** A move as programs write it, and in words that are part of a sentence. */
export type Move = Schemas['Move'];

/** A hint: a move that makes sense, and the reason. */
export type Hint = Schemas['Hinted'];

/** A refused move, and the reason in a sentence. `nth` tells one refusal from the next. */
export interface Refused {
  nth: number;
  why: string;
}

/**
 * A place on the table: a card, counted from 0 at the bottom of its pile. In an empty pile, 0 is the place itself.
 */
export interface Spot {
  pile: string;
  index: number;
}

/** How far cards have been dragged, in pixels. */
export interface Drag {
  x: number;
  y: number;
  /** How much higher the cards are drawn, so that the finger that drags them does not hide them. */
  lift: number;
  /** Whether the cards were released over a pile. They lie there until the answer arrives. */
  dropped: boolean;
}
