/** The scoreboard for a room: what every page has, and the wall. */

import './site';
import './style/room.css';
import { mount } from './room/index';
import type { RoomStart } from './room/wall';

for (const element of document.querySelectorAll<HTMLElement>('[data-room]')) {
  const props = document.getElementById(element.dataset['room'] ?? '');
  if (props?.textContent) mount(element, JSON.parse(props.textContent) as RoomStart);
}
