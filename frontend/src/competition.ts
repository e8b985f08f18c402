/** A competition's page: what every page has, and its scoreboard. */

import './site';
import { mount } from './scoreboard';
import type { Start } from './scoreboard/board';

for (const element of document.querySelectorAll<HTMLElement>('[data-scoreboard]')) {
  const props = document.getElementById(element.dataset['scoreboard'] ?? '');
  if (props?.textContent) mount(element, JSON.parse(props.textContent) as Start);
}
