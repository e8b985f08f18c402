/** The page of a round: what every page has, the table of a running attempt, and the standing. */

import './site';
import './style/play.css';
import { islands, mount } from './islands/island';
import Play from './play/Play.svelte';
import Standing from './play/Standing.svelte';
import type { Place, Start } from './play/start';

for (const [element, start] of islands<Start>('play')) mount(Play, element, { start });
for (const [element, place] of islands<Place>('standing')) mount(Standing, element, { place });
