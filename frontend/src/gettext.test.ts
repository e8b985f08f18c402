import { afterEach, expect, test, vi } from 'vitest';
import { gettext, ngettext } from './gettext';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text in English is its own message, with its facts', () => {
  expect(gettext('Connecting')).toBe('Connecting');
  expect(gettext('{name} plays {game}', { name: 'Ada', game: 'Wish' })).toBe('Ada plays Wish');
  expect([0, 1, 2].map((cards) => ngettext('{cards} card', '{cards} cards', cards, { cards }))).toEqual([
    '0 cards',
    '1 card',
    '2 cards',
  ]);
  // @ts-expect-error: the fact is missing
  gettext('{name} plays');
  // @ts-expect-error: the text has no such fact
  gettext('{name} plays', { nam: 'Ada' });
});

test('the catalogue of a page has the words, in their own order', () => {
  vi.stubGlobal('django', {
    gettext: (text: string) => ({ '{name} plays {game}': 'Bei {game} spielt {name}' })[text] ?? text,
    ngettext: (one: string, _: string, number: number) => (number === 1 ? `${one} (eine)` : '{cards} Karten'),
  });
  expect(gettext('{name} plays {game}', { name: '{game}', game: 'Wish' })).toBe('Bei Wish spielt {game}');
  expect(ngettext('{cards} card', '{cards} cards', 2, { cards: 2 })).toBe('2 Karten');
  expect(gettext('Connecting')).toBe('Connecting');
});
