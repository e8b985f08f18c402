/** Waiting for what decided the games of a result, which the server writes once its solver has looked through them. */

import { gettext } from '../gettext';
import type { MoveNote } from './steps';

/** Milliseconds before the first question, how much longer each pause is than the one before, and the longest. */
const FIRST_MS = 3000;
const GROWTH = 1.4;
const LONGEST_MS = 60_000;
/** So often the page asks, within about a quarter of an hour; after that its reader may look again. */
const MOST_TRIES = 22;

const HERE = gettext('What decided the game can be read now.');

const WAITS = ['waiting', 'running'];

/** What is said beside a move of a list, by how many moves were made before it. */
export type ReviewNote = MoveNote & { ply: number };

/** The notes of each game of the page, once they are there; null if they will not come. */
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

/** Put what the server says now in place of what it said before, if that has changed. */
async function renew(part: HTMLElement): Promise<void> {
  const answer = await fetch(part.dataset['from'] ?? '', { credentials: 'same-origin' }).catch(() => null);
  if (!answer?.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector<HTMLElement>('[data-review]');
  if (!now || now.innerHTML === part.innerHTML) return;
  part.innerHTML = now.innerHTML; // the server has escaped it
  part.dataset['review'] = now.dataset['review'] ?? '';
  const said = document.getElementById('review-said');
  if (said && part.dataset['review'] === 'done') said.textContent = HERE;
  part.dispatchEvent(new Event('renewed', { bubbles: true }));
}
