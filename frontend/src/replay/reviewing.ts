/** Waits for the review of a result's games, which the server writes after its solver has analysed the games. */

import { gettext } from '../gettext';
import type { MoveNote } from './steps';

/**
 * Milliseconds before the first request, the factor by which each pause is longer than the pause before it, and
 * the longest pause.
 */
const FIRST_MS = 3000;
const GROWTH = 1.4;
const LONGEST_MS = 60_000;
/**
 * The greatest number of requests. With the pauses they take about a quarter of an hour. After that, the reader may
 * reload the page.
 */
const MOST_TRIES = 22;

const HERE = gettext('What decided the game can be read now.');

const WAITS = ['waiting', 'running'];

/** A note beside a move in a list; `ply` is the number of moves before that move. */
export type ReviewNote = MoveNote & { ply: number };

/**
 * The notes of each game of the page, as soon as the server has them. Null if it will have none, or if it has none
 * after MOST_TRIES requests.
 */
export async function reviewIn(part: HTMLElement, wait: (ms: number) => Promise<unknown> = pause): Promise<ReviewNote[][] | null> {
  for (let tries = 0; tries < MOST_TRIES && WAITS.includes(part.dataset['review'] ?? ''); tries++) {
    await wait(pauseMs(tries));
    await renew(part);
  }
  const notes = part.querySelector('#review-notes')?.textContent;
  return part.dataset['review'] === 'done' && notes ? (JSON.parse(notes) as ReviewNote[][]) : null;
}

export function pauseMs(tries: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * GROWTH ** tries);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Replace the review on the page by the server's newest, if the two differ. */
async function renew(part: HTMLElement): Promise<void> {
  const answer = await fetch(part.dataset['from'] ?? '', { credentials: 'same-origin' }).catch(() => null);
  if (!answer?.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector<HTMLElement>('[data-review]');
  if (!now || now.innerHTML === part.innerHTML) return;
  part.innerHTML = now.innerHTML; // the server has escaped this text
  part.dataset['review'] = now.dataset['review'] ?? '';
  const said = document.getElementById('review-said');
  if (said && part.dataset['review'] === 'done') said.textContent = HERE;
  part.dispatchEvent(new Event('renewed', { bubbles: true }));
}
