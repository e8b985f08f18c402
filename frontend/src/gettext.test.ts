import { expect, test } from 'vitest';
import { gettext, ngettext } from './gettext';

test('a text in English is its own message, with its facts', () => {
  expect(gettext('Connecting')).toBe('Connecting');
  expect(gettext('{name} plays {game}', { name: 'Ada', game: 'Wish' })).toBe('Ada plays Wish');
  expect([0, 1, 2].map((cards) => ngettext({ one: '{cards} card', other: '{cards} cards' }, cards, { cards }))).toEqual([
    '0 cards',
    '1 card',
    '2 cards',
  ]);
  expect(gettext('{name} plays {game}', { name: '{game}', game: 'Wish' })).toBe('{game} plays Wish');
  // @ts-expect-error: the fact is missing
  gettext('{name} plays');
  // @ts-expect-error: the text has no such fact
  gettext('{name} plays', { nam: 'Ada' });
});
