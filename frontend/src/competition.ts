/** A competition's page: the islands of every page, and its scoreboard. */

import { islands, mount } from './islands/island';
import type { BoardStart } from './scoreboard/board';
import Scoreboard from './scoreboard/Scoreboard.svelte';
import { mountIn } from './site';

for (const [element, start] of islands<BoardStart>('scoreboard')) mount(Scoreboard, element, { start });

// Parts of the page that the server draws again have the same islands.
document.addEventListener('renewed', ({ target }) => mountIn(target as Element));
