/** The scoreboard for a screen in a room: the islands of every page, and the wall. */

import './site';
import './style/room.css';
import './style/winners.css';
import { islands, mount } from './islands/island';
import Room from './room/Room.svelte';
import type { RoomStart } from './room/wall';

for (const [element, start] of islands<RoomStart>('room')) mount(Room, element, { start });
