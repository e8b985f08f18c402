/** A table as the server shows it: RULES section 1.3. */

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
}

/** A move that was refused, and why. `nth` tells one refusal from the next. */
export interface Refused {
  nth: number;
  why: string;
}
