/** A competition's page: the islands of every page, and its scoreboard. */

import { islands, mount } from './islands/island';
import type { BoardStart } from './scoreboard/board';
import Scoreboard from './scoreboard/Scoreboard.svelte';
import { mountIn } from './site';

for (const [element, start] of islands<BoardStart>('scoreboard')) mount(Scoreboard, element, { start });

// A part of the page that was replaced by the server's newest one gets its islands again.
document.addEventListener('renewed', ({ target }) => mountIn(target as Element));
