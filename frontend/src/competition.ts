/** A competition's page: what every page has, and its scoreboard. */

import { islands, mount } from './islands/island';
import type { BoardStart } from './scoreboard/board';
import Scoreboard from './scoreboard/Scoreboard.svelte';
import { mountIn } from './site';

for (const [element, start] of islands<BoardStart>('scoreboard')) mount(Scoreboard, element, { start });

// What the server draws anew has the same islands.
document.addEventListener('renewed', ({ target }) => mountIn(target as Element));
