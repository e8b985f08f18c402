/** Reads something again when it may have changed: never twice at once, and with a pause in between. */

/**
 * Call the returned `hint` whenever something may have changed. `read` is called `pauseMs` later, once for all hints
 * until then. Hints during a call of `read` lead to another call.
 */
export function paced(read: () => Promise<void>, pauseMs: number): { hint: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  let again = false;
  let stopped = false;

  function hint(): void {
    if (reading) again = true;
    else if (!stopped) timer ??= setTimeout(() => void start(), pauseMs);
  }

  async function start(): Promise<void> {
    timer = undefined;
    reading = true;
    try {
      await read();
    } catch {
      // What was read before is still shown; the next hint tries again.
    }
    reading = false;
    if (again) {
      again = false;
      hint();
    }
  }

  return {
    hint,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
