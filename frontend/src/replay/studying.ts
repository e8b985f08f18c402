/** What a replay can say once a round is closed for everyone; fetched when it is asked for. */

export { default as Learn } from './Learn.svelte';
export { default as Possible } from './Possible.svelte';

/** A deal whose games may be analysed. */
export interface Analysable {
  /** The log of each game that is shown. */
  logs: string[];
  game: string;
  rules: Record<string, string>;
  seed: string;
  /** Whether fewer points are better. */
  lowest: boolean;
  /** The par that the page tells, if it is known. */
  par: number | null;
  /** Whether the first game is the viewer's own. */
  mine: boolean;
  /** How many minutes it takes about to analyse a game now, with all that wait. */
  minutes: number;
}
