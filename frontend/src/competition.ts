/** A competition's page: what every page has, and its scoreboard. */

import './site';
import { islands, mount } from './islands/island';
import type { BoardStart } from './scoreboard/board';
import Scoreboard from './scoreboard/Scoreboard.svelte';

for (const [element, start] of islands<BoardStart>('scoreboard')) mount(Scoreboard, element, { start });
