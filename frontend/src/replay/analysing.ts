/** Asking for what was possible in a game, which the service may have to work out first. */

import { Problem, request } from '../api';
import type { Schemas } from '../schema';

/** Seconds between two questions, if the service names none, and the fewest and the most. */
const USUAL_S = 2;
const LEAST_S = 1;
const MOST_S = 60;

/** The analysis of a stored log, once it is there. Throws what `ask` throws, and what `left` says if one has left. */
export async function analysisOf(id: string, left: AbortSignal): Promise<Schemas['Analysis']> {
  for (;;) {
    const answer = await request(`logs/${id}/analysis`).catch(comeAgain);
    if (answer instanceof Response && answer.status !== 202) return (await answer.json()) as Schemas['Analysis'];
    const retryAfter = answer instanceof Response ? answer.headers.get('Retry-After') : answer.body['retry_after'];
    await new Promise((resolve) => setTimeout(resolve, waitMs(retryAfter)));
    left.throwIfAborted();
  }
}

/** A refusal that is for a while; any other is thrown. */
function comeAgain(error: unknown): Problem {
  if (error instanceof Problem && 'retry_after' in error.body) return error;
  throw error;
}

/** How long to wait when the service says so. */
export function waitMs(retryAfter: unknown): number {
  const seconds = Number(retryAfter ?? USUAL_S);
  return 1000 * (Number.isNaN(seconds) ? USUAL_S : Math.min(Math.max(seconds, LEAST_S), MOST_S));
}
