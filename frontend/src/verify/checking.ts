/** Drawing what a receipt comes to. */

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
 * Say in `element` what a receipt comes to, and lead there; returns a way to unmount it.
 *
 * Nobody is asked, unless the receipt is older than the keys that the page came with.
 */
export async function check(element: HTMLElement, { signed, keys, rules }: Checking): Promise<() => void> {
  if (!keys.some(({ id }) => id === signed.key)) {
    keys = (await ask<Schemas['Keys']>('keys').catch(() => ({ keys }))).keys;
  }
  const leave = mount(Receipt, element, { signed, keys, rules });
  element.scrollIntoView({ block: 'nearest' });
  return leave;
}
