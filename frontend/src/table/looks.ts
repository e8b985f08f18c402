/** How cards look and move, how the table helps, and what goes with a move, as the player likes it; kept in this browser. */

import type { Schemas } from '../schema';

export type Looks = Schemas['Preferences'];
export type Speed = Looks['speed'];

/** What a browser keeps: a look, and whether the service waits to be told of it. */
type KeptLooks = Looks & { waiting: boolean };

const KEY = 'evendeal.looks';
const USUAL: KeptLooks = {
  four_colours: false,
  large_indices: false,
  sound: false,
  vibration: false,
  show_moves: false,
  tap_plays: false,
  speed: 'usual',
  waiting: false,
};

export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** The look in a text, in JSON; whatever it does not say is as usual. Throws for what is no JSON. */
export function read(text: string): KeptLooks {
  // Names were spelled with capitals once.
  const said = JSON.parse(text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as Record<string, unknown> | null;
  const looks: Record<string, unknown> = { ...USUAL };
  for (const name in looks) {
    if (typeof said?.[name] === typeof looks[name]) looks[name] = said?.[name];
  }
  return looks as KeptLooks;
}

/** The look that was kept; null for none. `shelf` may throw, as in private windows. */
export function kept(shelf: () => Shelf): KeptLooks | null {
  try {
    const text = shelf().getItem(KEY);
    return text === null ? null : read(text);
  } catch {
    return null;
  }
}

export function keep(looks: KeptLooks, shelf: () => Shelf): void {
  try {
    shelf().setItem(KEY, JSON.stringify(looks));
  } catch {
    // The look lasts until the page is left.
  }
}
