/** A running attempt at its table, and the standing of a round after it. */

import { mount as mountComponent, unmount } from 'svelte';
import Play from './Play.svelte';
import Standing from './Standing.svelte';
import type { Place, Start } from './start';

export function mount(element: HTMLElement, start: Start): () => void {
  element.replaceChildren();
  const component = mountComponent(Play, { target: element, props: { start } });
  return () => void unmount(component);
}

export function mountStanding(element: HTMLElement, place: Place): () => void {
  element.replaceChildren();
  const component = mountComponent(Standing, { target: element, props: { place } });
  return () => void unmount(component);
}
