/**
 * Reads one address by GET whenever `ask` is called. The GET begins soon after the call, and never while another one
 * runs. The GET is repeated after a failure that may pass, and once more if `ask` was called while the GET ran.
 */

import { ask, Problem } from './api';
import { retryDelay } from './backoff';

export interface Reader {
  ask: () => void;
  stop: () => void;
}

/** Calls `onAnswer` with the answer of `/api/v1/{path}`, which is read `delay()` milliseconds after `ask` is called. */
export function reader<Answer>(
  path: string,
  onAnswer: (answer: Answer) => void,
  delay?: () => number,
): Reader {
  return readerOf(() => ask<Answer>(path), onAnswer, delay);
}

/** Like `reader`, but for the answers of any function `get`. */
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
      // Retry, because perhaps no later message requests this again, for example after the end of a game.
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

/** Whether a retry may succeed: no answer came, or the answer says to try later. Other refusals are final. */
function passes(error: unknown): boolean {
  return !(error instanceof Problem) || error.status === 429 || error.status >= 500;
}
