/** A table as the server shows it: section 1.3 of games/conform/RULES.md, and what it says of the table. */

import type { Schemas } from '../schema';

export type View = Schemas['View'];

/** A move as it is sent, and in words that stand within a sentence. */
export type Move = Schemas['Move'];

/** A move that makes sense, and why. */
export type Hint = Schemas['Hinted'];

/** A move that was refused, and why, in a sentence. `nth` tells one refusal from the next. */
export interface Refused {
  nth: number;
  why: string;
}

/** A place on the table: a card counted from 0 at the bottom of its pile; 0 in an empty pile is the place itself. */
export interface Spot {
  pile: string;
  index: number;
}

/** How far cards have been dragged, in pixels. */
export interface Drag {
  x: number;
  y: number;
  /** How much higher they are shown, over the finger that drags them. */
  lift: number;
  /** Whether they were let go over a pile: they lie there until the answer comes. */
  dropped: boolean;
}
