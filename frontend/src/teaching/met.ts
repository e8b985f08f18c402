/** Remembers the games that were played, or whose guide was shown, in this browser. */

const KEY = 'evendeal.met';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const browsers = (): Shelf => localStorage;

/** Whether a game is remembered. `shelf` may throw, as in private windows; then every game is new. */
export function hasMet(game: string, shelf: () => Shelf = browsers): boolean {
  return met(shelf).includes(game);
}

export function meet(game: string, shelf: () => Shelf = browsers): void {
  const known = met(shelf);
  if (known.includes(game)) return;
  try {
    shelf().setItem(KEY, JSON.stringify([...known, game]));
  } catch {
    // The browser stores nothing, so the game will be new at the next visit.
  }
}

function met(shelf: () => Shelf): string[] {
  try {
    const kept: unknown = JSON.parse(shelf().getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((game) => typeof game === 'string') : [];
  } catch {
    return [];
  }
}
