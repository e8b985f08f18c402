/**
 * How good the end of a game is. The page has the scores of our bot's games and the player's best score, so the table
 * can say this before the server answers.
 */

import { gettext } from '../gettext';
import { minus } from '../words';

/** How many games ended with each score. */
export type Ends = readonly (readonly [score: number, times: number])[];

export type Grade = 'good' | 'usual' | 'poor';

/**
 * How good an end is, compared with `usual`, the scores of our bot. A win is good. Any other score is good if at least
 * two thirds of the bot's scores are worse, poor if at least two thirds of them are better, and otherwise usual. It is
 * also usual if the bot has no scores. Of the bot's scores that are equal to it, half count as worse and half as
 * better. `lowest`: low scores win.
 */
export function gradeOf({ score, won }: { score: number; won: boolean }, usual: Ends, lowest: boolean): Grade {
  if (won) return 'good';
  let [games, share] = [0, 0];
  for (const [end, times] of usual) {
    games += times;
    if (end === score) share += times / 2;
    else if (end > score === lowest) share += times;
  }
  if (games === 0) return 'usual';
  return share >= (games * 2) / 3 ? 'good' : share > games / 3 ? 'usual' : 'poor';
}

export const BEST_YET = gettext('Your best yet!');

/** A sentence that compares the score with the player's best; empty for a first game. */
export function againstBest(score: number, best: number | null, lowest: boolean): string {
  if (best === null) return '';
  if (score === best) return gettext('As good as your best.');
  return (lowest ? score < best : score > best) ? BEST_YET : gettext('Your best ever is {score}.', { score: minus(best) });
}
