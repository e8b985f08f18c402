/** A table as the server shows it: RULES section 1.3, and what it says of the table. */

export interface View {
  game: string;
  rules: Record<string, string>;
  /** Moves made. */
  ply: number;
  finished: boolean;
  won: boolean;
  /** The score; before the end, the score of giving up now. */
  score: number;
  /** From the bottom to the exposed card; `??` is face down. */
  piles: Record<string, string[]>;
  /** Every move that is allowed now; their order means nothing. */
  legal: string[];
  /**
   * Why cards cannot be picked up: for each pile with such cards the exposed card's reason, then the next one's; the
   * last holds for all below. null: that card can move. An empty pile has one, for its place.
   */
  reasons?: Record<string, readonly (string | null)[]>;
  /** What may be laid on a pile. */
  takes?: Record<string, string>;
  /** What is written on a place: what an empty one is for, and which way a foundation is built. */
  signs?: Record<string, string>;
  /** What the score counts, in words that stand within a sentence. */
  outcome?: string;
  /** The move that led here. */
  last?: Told | null;
  /** The next move where nothing is left to choose; `left` is how many such moves lead to the end, if that is known. */
  certain?: (Told & { left: number | null }) | null;
}

/** A move as it is sent, and in words that stand within a sentence. */
export interface Told {
  move: string;
  words: string;
}

/** A move that makes sense, and why. */
export interface Hint extends Told {
  why: string;
}

/** A move that was refused, and why. `nth` tells one refusal from the next. */
export interface Refused {
  nth: number;
  why: string;
}
