/** How long to wait, so that a crowd does not come back all at once. */

const FIRST_MS = 500;
const LONGEST_MS = 20_000;

/** Before try `attempt` (0 for the first) to connect again: between half and all of a growing wait. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return longest * (0.5 + random() / 2);
}

/** Before fetching what the feed does not carry. */
export function fetchDelay(random: () => number = Math.random): number {
  return 300 + random() * 1200;
}
