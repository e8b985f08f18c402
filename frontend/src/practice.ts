/** A page of practice: what every page has, the table, and the challenge, which gets the moves too. */

import './site';
import './style/play.css';
import './style/practice.css';
import type { Ends } from './endings/worth';
import { islands, mount } from './islands/island';
import Offline from './practice/Offline.svelte';
import Practice from './practice/Practice.svelte';
import { notePractised } from './practice/practised';
import type { View } from './table/view';

const panel = document.getElementById('beat');
const carrier = panel?.querySelector<HTMLInputElement>('input[name=moves]');

function carry(moves: string[], finished: boolean, game: string): void {
  if (finished) notePractised(game);
  if (carrier) carrier.value = moves.length > 0 ? JSON.stringify(moves) : '';
  panel?.classList.toggle('ready', finished || moves.length > 0);
}

for (const [element, opening] of islands<View>('practice')) {
  const { seed, another, order, goal = '', guide = '', game = '', beat = '', usual = '[]', here = '[]' } = element.dataset;
  const ends = { usual: JSON.parse(usual) as Ends, here: JSON.parse(here) as Ends };
  if (seed && another) mount(Practice, element, {
      start: { ...ends, seed, another, goal, guide, game, beat, opening, lowest: order === 'lowest', onchange: (moves, finished) => carry(moves, finished, opening.game) },
    });
}

for (const element of document.querySelectorAll<HTMLElement>('[data-offline]')) {
  mount(Offline, element, { rules: element.dataset['offline'] ?? '' });
}
