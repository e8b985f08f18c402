/** The parts of a replay that need an analysis. This script is loaded when the games are analysed. */

import type { ReviewNote } from './reviewing';

export { default as Learn } from './Learn.svelte';
export { default as Possible } from './Possible.svelte';

/** A deal whose games may be analysed. */
export interface Analysable {
  /** The id of each game's log. */
  logs: string[];
  game: string;
  rules: Record<string, string>;
  seed: string;
  /** Whether the first game is the viewer's own. */
  mine: boolean;
  /** The notes beside the moves of each game, as soon as they are analysed; null if they will not be. */
  notes: Promise<ReviewNote[][] | null>;
}
