/** Updates the parts of a page that are outside its scoreboard but change with it. */

import { playersInWords } from '../places';

/** Show how many players have joined. */
export function showPlayers(total: number): void {
  for (const said of document.querySelectorAll('[data-players]')) said.textContent = playersInWords(total);
}

/**
 * Show the parts of the page for a contest that is over, and hide those for an open one. The server does the same
 * when the page is next loaded.
 */
export function turnOver(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-while-open]')) element.hidden = true;
  for (const element of document.querySelectorAll<HTMLElement>('[data-once-over]')) element.hidden = false;
}
