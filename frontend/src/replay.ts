/** A result's page: what every page has, and the replay of one game or of two side by side. */

import './site';
import { islands } from './islands/island';
import { show } from './replay/showing';
import { stored } from './replay/asking';

for (const [element, { logs }] of islands<{ logs: string[] }>('replay')) {
  show(element, Promise.all(logs.map(stored)), true);
}
