/**
 * Replays a log: in this page if the rules run here, otherwise on the server. If the server cannot be reached, this
 * starts the rules that the browser has stored.
 */

import { ask, Problem } from '../api';
import { engine } from '../engine/engine';
import { isKept } from '../offline/kept_pages';

/** The answer to a log. Throws what `ask` throws, or what the engine throws if it was started here and breaks. */
export async function replayLog<Answer>(log: object): Promise<Answer> {
  if (engine.ready) {
    // If the engine breaks, it is no longer ready, and the server answers instead.
    const answer = await engine.answer<Answer>(log).catch(() => null);
    if (answer !== null) return answer;
  }
  try {
    return await ask<Answer>('replays', log);
  } catch (error) {
    if (error instanceof Problem || !(await startKept())) throw error;
    return engine.answer<Answer>(log);
  }
}

let starting: Promise<boolean> | undefined;

/** Start the rules if this browser has stored them. Resolves to whether they run now. */
async function startKept(): Promise<boolean> {
  const rules = document.querySelector<HTMLElement>('[data-offline]')?.dataset['offline'] ?? '';
  starting ??= isKept(rules).then(async (kept) => {
    if (kept) await engine.start(rules, () => undefined);
    return kept;
  });
  const started = await starting.catch(() => false);
  if (!started) starting = undefined;
  return started;
}
