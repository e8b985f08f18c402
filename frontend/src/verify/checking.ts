/** Draws the findings about a receipt. */

import { ask } from '../api';
import { mount } from '../islands/island';
import Receipt from './Receipt.svelte';
import type { Schemas } from '../schema';
import type { Key, SignedReceipt } from './receipt';

interface Checking {
  signed: SignedReceipt;
  keys: Key[];
  rules: string;
}

/**
 * Show the findings about a receipt in `element`, and scroll there; returns a function that removes them. The page
 * asks the server only for a key that it does not have.
 */
export async function check(element: HTMLElement, { signed, keys, rules }: Checking): Promise<() => void> {
  if (!keys.some(({ id }) => id === signed.key)) {
    keys = (await ask<Schemas['Keys']>('keys').catch(() => ({ keys }))).keys;
  }
  const leave = mount(Receipt, element, { signed, keys, rules });
  element.scrollIntoView({ block: 'nearest' });
  return leave;
}
