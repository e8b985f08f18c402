/** How long clients wait, so that they do not all come back at the same moment. */

const FIRST_MS = 500;
const LONGEST_MS = 20_000;

/** The wait before retry `attempt` (0 for the first) to connect: between half and all of a time that grows. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return longest * (0.5 + random() / 2);
}

/** The wait before a GET of what the feed does not send. */
export function fetchDelay(random: () => number = Math.random): number {
  return 300 + random() * 1200;
}

/** Waits before a GET that may be asked for often: each begins at least `gapMs` after the one before it. */
export function spacedDelay(gapMs: number, delay = fetchDelay, now: () => number = Date.now): () => number {
  let next = 0;
  return () => {
    const wait = Math.max(delay(), next - now());
    next = now() + wait + gapMs;
    return wait;
  };
}
