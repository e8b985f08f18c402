/** A competition's page: the islands of every page, and its scoreboard. */

import { islands, mount } from './islands/island';
import type { BoardStart } from './scoreboard/board';
import Scoreboard from './scoreboard/Scoreboard.svelte';
import { mountIn } from './site';

for (const [element, start] of islands<BoardStart>('scoreboard')) mount(Scoreboard, element, { start });

// When a part of the page was replaced by the newest one from the server, mount the islands in it again.
document.addEventListener('renewed', ({ target }) => mountIn(target as Element));
