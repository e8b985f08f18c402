/** The player's settings for cards, movement, help, sounds and vibration, as this browser stores them. */

import type { Schemas } from '../schema';

export type Looks = Schemas['Preferences'];
export type Speed = Looks['speed'];

/** The settings that a browser stores. `waiting`: the service does not have them yet. */
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

/** The settings in a JSON text. Missing settings have their defaults. Throws if the text is not JSON. */
export function read(text: string): KeptLooks {
  // Earlier releases wrote the names in camel case.
  const said = JSON.parse(text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as Record<string, unknown> | null;
  const looks: Record<string, unknown> = { ...USUAL };
  for (const name in looks) {
    if (typeof said?.[name] === typeof looks[name]) looks[name] = said?.[name];
  }
  return looks as KeptLooks;
}

/** The stored settings; null if there are none, or if they cannot be read, as in some private windows. */
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
    // The browser stores nothing, so the settings last until the page is left.
  }
}
