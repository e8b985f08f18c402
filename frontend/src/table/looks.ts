/** How cards look, how the table helps, and what goes with a move, as the player likes it; kept in this browser. */

export interface Looks {
  fourColours: boolean;
  largeIndices: boolean;
  sound: boolean;
  vibration: boolean;
  /** What can be picked up is always marked. */
  showMoves: boolean;
  /** A tap makes the only move of a card. */
  tapPlays: boolean;
}

const KEY = 'evendeal.looks';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** The look that was kept, or the usual one. `shelf` may throw, as in private windows. */
export function read(shelf: () => Shelf): Looks {
  let kept: unknown = null;
  try {
    kept = JSON.parse(shelf().getItem(KEY) ?? 'null');
  } catch {
    // The same as if nothing was kept.
  }
  const is = (name: keyof Looks) => (kept as Partial<Looks> | null)?.[name] === true;
  return {
    fourColours: is('fourColours'),
    largeIndices: is('largeIndices'),
    sound: is('sound'),
    vibration: is('vibration'),
    showMoves: is('showMoves'),
    tapPlays: is('tapPlays'),
  };
}

export function keep(looks: Looks, shelf: () => Shelf): void {
  try {
    shelf().setItem(KEY, JSON.stringify(looks));
  } catch {
    // The look lasts until the page is left.
  }
}
