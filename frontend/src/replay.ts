/** A result's page: what every page has, and the replay of one game or of two side by side. */

import './site';
import { mount } from './replay/index';
import { stored } from './replay/asking';

for (const element of document.querySelectorAll<HTMLElement>('[data-replay]')) {
  const props = document.getElementById(element.dataset['replay'] ?? '');
  if (!props?.textContent) continue;
  const { logs } = JSON.parse(props.textContent) as { logs: string[] };
  mount(element, Promise.all(logs.map(stored)), true);
}
