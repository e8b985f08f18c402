/** Who judges a practice game: the rules in this page if they are there, or else the server. */

import { ask } from '../api';
import { engine } from '../engine/engine';

/** The answer to a log. Throws what `ask` throws. */
export async function judge<Answer>(log: object): Promise<Answer> {
  if (engine.ready) {
    // An engine that breaks is not ready any more, and the server has the rules all the same.
    const answer = await engine.answer<Answer>(log).catch(() => null);
    if (answer !== null) return answer;
  }
  return ask<Answer>('replays', log);
}
