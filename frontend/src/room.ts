/** The scoreboard for a room: what every page has, and the wall. */

import './site';
import './style/room.css';
import './style/winners.css';
import { islands, mount } from './islands/island';
import Room from './room/Room.svelte';
import type { RoomStart } from './room/wall';

for (const [element, start] of islands<RoomStart>('room')) mount(Room, element, { start });
