/** The page of a round: the islands of every page, and the table of a running attempt or the player's place. */

import './site';
import './style/play.css';
import './style/endings.css';
import { islands, mount } from './islands/island';
import { followWindows } from './islands/windows';
import Play from './play/Play.svelte';
import type { RoundPlace, AttemptStart } from './play/start';

for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-windows-of]')) followWindows(dataset['windowsOf'] ?? '');
for (const [element, start] of islands<AttemptStart>('play')) mount(Play, element, { start });
for (const [element, place] of islands<RoundPlace>('standing'))
  void import('./play/Standing.svelte').then(({ default: Standing }) => mount(Standing, element, { place }));
