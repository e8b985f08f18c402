/** A deal to practise, drawn over the opening that the server wrote. */

import { mount as mountComponent, unmount } from 'svelte';
import type { View } from '../table/view';
import Practice from './Practice.svelte';

export interface Start {
  seed: string;
  opening: View;
  /** Where a new deal is found. */
  another: string;
  /** Told of the moves that stand, and whether they finished the game. */
  onchange: (moves: string[], finished: boolean) => void;
}

export function mount(element: HTMLElement, start: Start): () => void {
  element.replaceChildren();
  const component = mountComponent(Practice, { target: element, props: { start } });
  return () => void unmount(component);
}
