/** Asking for what was possible in a game, which the service may have to work out first. */

import { request } from '../api';
import type { Schemas } from '../schema';

/** Seconds between two questions, if the service names none, and the fewest and the most. */
const USUAL_S = 2;
const LEAST_S = 1;
const MOST_S = 30;

/** The analysis of a stored log, once it is there. Throws what `ask` throws, and what `left` says if one has left. */
export async function analysisOf(id: string, left: AbortSignal): Promise<Schemas['Analysis']> {
  for (;;) {
    const response = await request(`logs/${id}/analysis`);
    if (response.status !== 202) return (await response.json()) as Schemas['Analysis'];
    await new Promise((resolve) => setTimeout(resolve, waitMs(response.headers.get('Retry-After'))));
    left.throwIfAborted();
  }
}

/** How long to wait when the service says so. */
export function waitMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? USUAL_S);
  return 1000 * (Number.isNaN(seconds) ? USUAL_S : Math.min(Math.max(seconds, LEAST_S), MOST_S));
}
