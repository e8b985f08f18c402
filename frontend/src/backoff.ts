/** How many milliseconds clients wait before they ask again, so that they do not all ask at the same moment. */

const FIRST_MS = 500;
const LONGEST_MS = 20_000;

/**
 * The wait before a retry of a connection or of a request. `attempt` is the number of retries before this one. The
 * longest possible wait is FIRST_MS at the first retry, and doubles with each further one, up to LONGEST_MS. The wait
 * is random, but at least half of the longest possible.
 */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return longest * (0.5 + random() / 2);
}

/** The wait before a GET of data that the feed does not send. */
export function fetchDelay(random: () => number = Math.random): number {
  return 300 + random() * 1200;
}

/** Returns a function for the wait before the next GET. Each GET begins at least `gapMs` after the one before it. */
export function spacedDelay(gapMs: number, delay = fetchDelay, now: () => number = Date.now): () => number {
  let next = 0;
  return () => {
    const wait = Math.max(delay(), next - now());
    next = now() + wait + gapMs;
    return wait;
  };
}
