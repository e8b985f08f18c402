import { expect, it } from 'vitest';
import { keepGame, keptGame, type Deal } from './keeping';

const deal: Deal = { game: 'pyramid', rules: { draw: 'three' }, seed: 'summer' };
const game = { line: ['draw', 'discard 1 2'], at: 1 };

/** A browser's storage with room for this many texts. */
function shelf(room = 99): () => Storage {
  const texts = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return texts.size;
    },
    key: (nth) => [...texts.keys()][nth] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => {
      if (texts.size >= room && !texts.has(key)) throw new Error('full');
      texts.set(key, text);
    },
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
  };
  return () => storage;
}

it('gives back the moves with those taken back', () => {
  const storage = shelf();
  keepGame(deal, game, storage);
  expect(keptGame(deal, storage)).toEqual(game);
});

it.each([
  { ...deal, game: 'well' },
  { ...deal, rules: { draw: 'one' } },
  { ...deal, seed: 'winter' },
])('keeps another deal apart: %j', (other) => {
  const storage = shelf();
  keepGame(deal, game, storage);
  expect(keptGame(other, storage)).toBeUndefined();
});

it('keeps nothing of a deal on which no move was made', () => {
  const storage = shelf();
  keepGame(deal, game, storage);
  keepGame(deal, { line: [], at: 0 }, storage);
  expect(storage().length).toBe(0);
});

it('lets older games go where there is no room, and nothing that is not its own', () => {
  const storage = shelf(2);
  storage().setItem('another page', 'its own');
  keepGame({ ...deal, seed: 'winter' }, game, storage);
  keepGame(deal, game, storage);
  expect(keptGame(deal, storage)).toEqual(game);
  expect(storage().getItem('another page')).toBe('its own');
});

it.each(['nonsense', 'null', '7', '{}', '{"line": 7, "at": 0}', '{"line": [7], "at": 0}', '{"line": [], "at": 1}', '{"line": ["draw"], "at": 0.5}', '{"line": ["draw"], "at": -1}'])(
  'takes %s for nothing',
  (text) => {
    const storage = shelf();
    keepGame(deal, game, storage);
    storage().setItem(storage().key(0)!, text);
    expect(keptGame(deal, storage)).toBeUndefined();
  },
);

it('does without a storage', () => {
  const forbidden = (): Storage => {
    throw new Error('not allowed');
  };
  expect(() => keepGame(deal, game, forbidden)).not.toThrow();
  expect(keptGame(deal, forbidden)).toBeUndefined();
  expect(() => keepGame(deal, game, shelf(0))).not.toThrow();
});
