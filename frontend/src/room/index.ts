/** The wall of names, drawn over the table that the server wrote. */

import { mount as mountComponent, unmount } from 'svelte';
import Room from './Room.svelte';
import type { RoomStart } from './wall';

export function mount(element: HTMLElement, start: RoomStart): () => void {
  element.replaceChildren();
  const component = mountComponent(Room, { target: element, props: { start } });
  return () => void unmount(component);
}
