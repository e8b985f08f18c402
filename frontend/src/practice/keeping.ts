/**
 * Stores a practice game in this browser. If the browser stores nothing, the game is lost when the page is left.
 */

import type { Kept } from './game';

const PREFIX = 'evendeal practice ';

/** The facts that determine a deal. */
export interface Deal {
  game: string;
  rules: Record<string, string>;
  seed: string;
}

export function keptGame(deal: Deal, storage: () => Storage = browsers): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(keyOf(deal)) ?? 'null');
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepGame(deal: Deal, { line, at }: Kept, storage: () => Storage = browsers): void {
  const key = keyOf(deal);
  try {
    if (line.length === 0) storage().removeItem(key);
    else write(storage(), key, JSON.stringify({ line, at }));
  } catch {
    // The browser stores nothing.
  }
}

/** Store a game. If there is no room left, delete all other practice games first. */
function write(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch {
    const keys = Array.from({ length: storage.length }, (_, nth) => storage.key(nth) ?? '');
    for (const other of keys.filter((each) => each.startsWith(PREFIX))) storage.removeItem(other);
    storage.setItem(key, text);
  }
}

function browsers(): Storage {
  return localStorage;
}

function keyOf(deal: Deal): string {
  return PREFIX + JSON.stringify([deal.game, Object.entries(deal.rules).sort(), deal.seed]);
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('line' in value) || !('at' in value)) return false;
  const { line, at } = value;
  return (
    Array.isArray(line) &&
    line.every((move) => typeof move === 'string') &&
    Number.isInteger(at) &&
    (at as number) >= 0 &&
    (at as number) <= line.length
  );
}
