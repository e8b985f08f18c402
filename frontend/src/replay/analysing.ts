/** Requests the analysis of a game. The service may have to compute it first. */

import { Problem, request } from '../api';
import type { Schemas } from '../schema';

/**
 * Seconds between two requests: USUAL_S if the service names no time. Otherwise the time that it names, but at least
 * LEAST_S and at most MOST_S.
 */
const USUAL_S = 2;
const LEAST_S = 1;
const MOST_S = 60;

/**
 * The analysis of a stored log, as soon as it is there. Throws what `request` throws, unless the service asks to try
 * again later. If the viewer has left, throws the reason of `left`.
 */
export async function analysisOf(id: string, left: AbortSignal): Promise<Schemas['Analysis']> {
  for (;;) {
    const answer = await request(`logs/${id}/analysis`).catch(comeAgain);
    if (answer instanceof Response && answer.status !== 202) return (await answer.json()) as Schemas['Analysis'];
    const retryAfter = answer instanceof Response ? answer.headers.get('Retry-After') : answer.body['retry_after'];
    await new Promise((resolve) => setTimeout(resolve, waitMs(retryAfter)));
    left.throwIfAborted();
  }
}

/** Returns the error if the service asks to try again later. Throws any other error. */
function comeAgain(error: unknown): Problem {
  if (error instanceof Problem && 'retry_after' in error.body) return error;
  throw error;
}

/** The pause before the next request, in milliseconds: what the service asks for, within LEAST_S and MOST_S. */
export function waitMs(retryAfter: unknown): number {
  const seconds = Number(retryAfter ?? USUAL_S);
  return 1000 * (Number.isNaN(seconds) ? USUAL_S : Math.min(Math.max(seconds, LEAST_S), MOST_S));
}
