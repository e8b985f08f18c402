/** A read that may be asked for often: it is done soon, never twice at once, and once more if asked for meanwhile. */

import { ask } from './api';

export interface Reader {
  ask: () => void;
  stop: () => void;
}

/** Gives `onAnswer` the answer of `/api/v1/{path}`, read `delay()` milliseconds after it was asked for. */
export function reader<Answer>(
  path: string,
  onAnswer: (answer: Answer) => void,
  delay: () => number = () => 0,
): Reader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  let stopped = false;

  async function read(): Promise<void> {
    timer = undefined;
    busy = true;
    try {
      const answer = await ask<Answer>(path);
      if (!stopped) onAnswer(answer);
    } catch {
      // The connection went, or it is not to be seen; the next news asks again.
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
    },
  };
}
