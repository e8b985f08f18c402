/** What a replay can show once its games are analysed; fetched when they are. */

import type { ReviewNote } from './reviewing';

export { default as Learn } from './Learn.svelte';
export { default as Possible } from './Possible.svelte';

/** A deal whose games may be analysed. */
export interface Analysable {
  /** The log of each game that is shown. */
  logs: string[];
  game: string;
  rules: Record<string, string>;
  seed: string;
  /** Whether the first game is the viewer's own. */
  mine: boolean;
  /** What is said beside the moves of each game, once they are analysed; null if they will not be. */
  notes: Promise<ReviewNote[][] | null>;
}
