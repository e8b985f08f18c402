/** How many have joined, said elsewhere on the page than in the scoreboard that knows of those who come. */

import { count } from '../words';

export function showPlayers(total: number): void {
  for (const said of document.querySelectorAll('[data-players]')) said.textContent = count(total, 'player');
}
