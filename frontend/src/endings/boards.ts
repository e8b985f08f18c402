/** Draws the small tables of a page: of a lesson, of the moves that decided a game, and of the ways that players took. */

import { mount } from '../islands/island';
import type { View } from '../table/view';
import Board from './Board.svelte';

/** `data-board` names the view of a table, of which several boards may show different moves. */
export function drawBoards(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLElement>('[data-board]')) {
    const text = document.getElementById(element.dataset['board'] ?? '')?.textContent;
    if (!text) continue;
    const move = element.dataset['move'] || null;
    mount(Board, element, { view: JSON.parse(text) as View, move, width: element.clientWidth });
  }
}
