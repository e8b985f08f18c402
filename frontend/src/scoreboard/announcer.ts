/** Speaks news for screen readers, but not all of it: only the newest sentence, at most once in a few seconds. */

const QUIET_MS = 5000;

interface Announcer {
  say: (text: string) => void;
  stop: () => void;
}

/** `speak` is called with each sentence to say. A sentence is dropped if a newer one follows during the pause. */
export function announcer(speak: (text: string) => void): Announcer {
  let waiting: string | null = null;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  function next(): void {
    quiet = undefined;
    if (waiting !== null) say(waiting);
  }

  function say(text: string): void {
    if (quiet !== undefined) {
      waiting = text;
      return;
    }
    waiting = null;
    quiet = setTimeout(next, QUIET_MS);
    speak(text);
  }

  return { say, stop: () => clearTimeout(quiet) };
}
