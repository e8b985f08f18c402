/** The live scoreboard, drawn over the one that the server wrote. */

import { mount as mountComponent, unmount } from 'svelte';
import type { Start } from './board';
import Scoreboard from './Scoreboard.svelte';

export function mount(element: HTMLElement, start: Start): () => void {
  element.replaceChildren();
  const component = mountComponent(Scoreboard, { target: element, props: { start } });
  return () => void unmount(component);
}
