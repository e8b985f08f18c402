/** A result's page: the islands of every page, and the replay of one game or of two side by side. */

import './site';
import './style/review.css';
import { islands } from './islands/island';
import { show } from './replay/showing';
import { stored } from './replay/recordings';
import { reviewIn } from './replay/reviewing';
import type { Analysable } from './replay/studying';

for (const [element, { logs, deal }] of islands<{ logs: string[]; deal?: Omit<Analysable, 'logs'> }>('replay')) {
  const part = document.querySelector<HTMLElement>('[data-review]');
  const notes = part ? reviewIn(part) : Promise.resolve(null);
  show(element, Promise.all(logs.map(stored)), true, deal && { ...deal, logs, notes });
}
