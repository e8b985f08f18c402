/** The ending of a game in the server's words, for a table whose game has just ended. */

import { retryDelay } from '../backoff';
import type { Grade } from './worth';

export interface ServerEnding {
  /** The verdict: "6 cards left: good." */
  judged: string;
  grade: Grade;
  /** The text below the verdict, and the links to what comes next. */
  html: string;
}

const GRADES: Record<string, Grade> = { won: 'good', best: 'good', good: 'good', fair: 'usual', poor: 'poor' };

/** How many times an ending is requested at most. If all fail, the table shows no ending from the server. */
const TRIES = 4;

/**
 * The ending that the server sends from `address`; null if it sends none. The server does not have the moves of a
 * practice game, so these are sent with the request.
 */
export async function askForEnding(address: string, moves?: readonly string[]): Promise<ServerEnding | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, retryDelay(tries - 1)));
    const answer = await fetch(address, moves ? posting(moves) : { credentials: 'same-origin' }).catch(() => null);
    if (answer?.ok) return endingIn(await answer.text());
    if (answer && answer.status < 500 && answer.status !== 429) return null;
  }
  return null;
}

function posting(moves: readonly string[]): RequestInit {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
  return { method: 'POST', credentials: 'same-origin', headers: { 'X-CSRFToken': token }, body: new URLSearchParams({ moves: JSON.stringify(moves) }) };
}

export function endingIn(html: string): ServerEnding | null {
  const part = new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('[data-judged]');
  if (!part) return null;
  return { judged: part.dataset['judged'] ?? '', grade: GRADES[part.dataset['verdict'] ?? ''] ?? 'usual', html: part.innerHTML };
}
