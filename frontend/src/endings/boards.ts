/** Draws the small tables of a page: in lessons, in lists of decisive moves, and at the forks of a round's games. */

import { mount } from '../islands/island';
import type { View } from '../table/view';
import Board from './Board.svelte';

/**
 * Draw a table in each element that has `data-board`: the id of an element with a table's view as JSON. `data-move` is
 * the move to mark, if there is one.
 */
export function drawBoards(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLElement>('[data-board]')) {
    const text = document.getElementById(element.dataset['board'] ?? '')?.textContent;
    if (!text) continue;
    const move = element.dataset['move'] || null;
    mount(Board, element, { view: JSON.parse(text) as View, move, width: element.clientWidth });
  }
}
