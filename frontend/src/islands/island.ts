/** Starts islands: each reads the data that the server wrote into the page, and replaces the server's drawing. */

import { mount as mountComponent, unmount, type Component } from 'svelte';

/**
 * Yields each element that has the attribute `data-{name}`, with its start data. The attribute is the id of a script
 * element, which has these data as JSON. Elements without data are left out.
 */
export function* islands<Start>(name: string): Generator<[HTMLElement, Start]> {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
    const text = document.getElementById(element.dataset[name] ?? '')?.textContent;
    if (text) yield [element, JSON.parse(text) as Start];
  }
}

/** Draw `component` in place of the content of `element`; returns a function that unmounts it. */
export function mount<Props extends object>(
  component: Component<Props>,
  element: HTMLElement,
  props: Props,
): () => void {
  element.replaceChildren();
  const drawn = mountComponent(component, { target: element, props });
  return () => void unmount(drawn);
}
