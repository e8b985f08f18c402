/** A page of practice: what every page has, the table, and the challenge that takes the moves along. */

import './site';
import './style/play.css';
import './style/practice.css';
import { mount } from './practice/index';
import * as sharing from './practice/sharing';
import type { View } from './table/view';

const panel = document.getElementById('beat');
const carrier = panel?.querySelector<HTMLInputElement>('input[name=moves]');

function carry(moves: string[], finished: boolean): void {
  if (carrier) carrier.value = moves.length > 0 ? JSON.stringify(moves) : '';
  panel?.classList.toggle('ready', finished || moves.length > 0);
}

for (const element of document.querySelectorAll<HTMLElement>('[data-practice]')) {
  const opening = document.getElementById(element.dataset['practice'] ?? '');
  const { seed, another } = element.dataset;
  if (opening?.textContent && seed && another) {
    mount(element, { seed, another, opening: JSON.parse(opening.textContent) as View, onchange: carry });
  }
}
for (const element of document.querySelectorAll<HTMLElement>('[data-share]')) sharing.mount(element);
