/** A GET that may be asked for often: made soon, never twice at once, and again if asked meanwhile or if it failed. */

import { ask, Problem } from './api';
import { retryDelay } from './backoff';

export interface Reader {
  ask: () => void;
  stop: () => void;
}

/** Gives `onAnswer` the answer of `/api/v1/{path}`, read `delay()` milliseconds after it was asked for. */
export function reader<Answer>(
  path: string,
  onAnswer: (answer: Answer) => void,
  delay?: () => number,
): Reader {
  return readerOf(() => ask<Answer>(path), onAnswer, delay);
}

/** The same for whatever `get` reads. */
export function readerOf<Answer>(
  get: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  delay: () => number = () => 0,
): Reader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  let stopped = false;
  let failures = 0;

  async function read(): Promise<void> {
    timer = undefined;
    clearTimeout(retry);
    busy = true;
    try {
      const answer = await get();
      failures = 0;
      if (!stopped) onAnswer(answer);
    } catch (error) {
      // Retry: perhaps no later message asks for this again, for example after the end of a game.
      if (passes(error)) retry = setTimeout(askAgain, retryDelay(failures++));
    } finally {
      busy = false;
      if (again) askAgain();
    }
  }

  function askAgain(): void {
    if (stopped) return;
    again = busy;
    if (!busy && timer === undefined) timer = setTimeout(() => void read(), delay());
  }

  return {
    ask: askAgain,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(retry);
    },
  };
}

/** Whether a retry may succeed: no answer came, or it says to come later. A page that may not be seen stays so. */
function passes(error: unknown): boolean {
  return !(error instanceof Problem) || error.status === 429 || error.status >= 500;
}
