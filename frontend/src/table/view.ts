/** What the server shows of a table: RULES section 1.3. */

export interface View {
  game: string;
  rules: Record<string, string>;
  /** Moves made. */
  ply: number;
  finished: boolean;
  won: boolean;
  /** As it stands: before the end, the score of giving up now. */
  score: number;
  /** From the bottom to the exposed card; `??` is face down. */
  piles: Record<string, string[]>;
  /** Every move that is allowed now, in no order that means anything. */
  legal: string[];
}

/** A move that was not taken, and why. `nth` tells one refusal from the next. */
export interface Refused {
  nth: number;
  why: string;
}
