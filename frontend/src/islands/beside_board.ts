/** What stands elsewhere on a page than in its scoreboard, and changes with it. */

import { playersInWords } from '../places';

/** Say how many have joined. */
export function showPlayers(total: number): void {
  for (const said of document.querySelectorAll('[data-players]')) said.textContent = playersInWords(total);
}

/** Turn the page over when the contest ends while somebody looks at it: the server's next page is so at once. */
export function turnOver(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-while-open]')) element.hidden = true;
  for (const element of document.querySelectorAll<HTMLElement>('[data-once-over]')) element.hidden = false;
}
