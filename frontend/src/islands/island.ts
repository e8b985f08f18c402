/** The one entry of every island: what the server wrote for it, and its drawing in place of the server's. */

import { mount as mountComponent, unmount, type Component } from 'svelte';

/** Every element with `data-{name}`, each with the JSON of the script whose id the attribute names. */
export function* islands<Start>(name: string): Generator<[HTMLElement, Start]> {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
    const text = document.getElementById(element.dataset[name] ?? '')?.textContent;
    if (text) yield [element, JSON.parse(text) as Start];
  }
}

/** Draw `component` in place of what `element` holds. The way to unmount it is returned. */
export function mount<Props extends object>(
  component: Component<Props>,
  element: HTMLElement,
  props: Props,
): () => void {
  element.replaceChildren();
  const drawn = mountComponent(component, { target: element, props });
  return () => void unmount(drawn);
}
