/** The end of an attempt: what it is called, what is said of it, and the one big step that comes next. */

import type { Grade } from '../endings/worth';
import { capital } from '../table/telling';
import { count } from '../words';
import type { Ending } from './attempt';
import { span } from './clock';
import type { AttemptStart } from './start';

/** `outcome` is what the score counts, in the game's words. */
export function titleOf(
  { won, finished, in_time }: Pick<Ending, 'won' | 'finished' | 'in_time'>,
  outcome = 'the game is over',
): string {
  if (won) return 'You won';
  if (finished) return capital(outcome);
  return in_time ? 'Given up' : 'Time is up';
}

/** What stands before the score: what it counts, unless the title has said that. */
export function beforeScore({ won, finished }: Pick<Ending, 'won' | 'finished'>, outcome = ''): string {
  return outcome && (won || !finished) ? `${capital(outcome)}: score` : 'Score';
}

/** After how much it ended: the time is left out where the clock has ended it, or no move was made. */
export function afterWords({ finished, in_time, elapsed_ms }: Ending, moves: number): string {
  const timed = elapsed_ms !== null && moves > 0 && (finished || in_time);
  return `after ${count(moves, 'move')}${timed ? ` in ${span(elapsed_ms)}` : ''}`;
}

type EndedStep = 'next' | 'again' | 'challenge' | 'scoreboard';

/**
 * What the page knows to play next; after a good game a friend who is to beat it, else this deal once more, where that is possible; or
 * the standings. `sharing` says whether a friend can be called.
 */
export function nextStep(
  { leads_on, left, passed_on }: Pick<AttemptStart, 'leads_on' | 'left' | 'passed_on'>,
  ending: Ending,
  grade: Grade,
  sharing: boolean,
): EndedStep {
  if (leads_on) return 'next';
  if (grade === 'good' && passed_on && sharing) return 'challenge';
  return mayPlayAgain({ left }, ending) ? 'again' : 'scoreboard';
}

export function mayPlayAgain({ left }: Pick<AttemptStart, 'left'>, { in_time }: Ending): boolean {
  return left !== 0 && in_time;
}
