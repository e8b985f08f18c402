import { expect, it } from 'vitest';
import { aloud, inWriting } from './cards';
import { layoutOf } from './layouts';
import type { View } from './view';

it('speaks and writes the cards in what a game says', () => {
  const text = '{9H}, {TC} und {QH} auf {JS}, nicht {AS}, {X1} auch';
  expect(aloud(text)).toBe('Herz-Neun, Kreuz-Zehn und Herz-Dame auf Pik-Bube, nicht Pik-Ass, Joker auch');
  expect(inWriting(text)).toBe('9♥, 10♣ und Q♥ auf J♠, nicht A♠, Joker auch');
});

it('has the names of piles', () => {
  const { places } = layoutOf('well').arrange({ game: 'well', piles: {} } as View, false);
  expect(places.map(({ name }) => name)).toContain('Brunnen');
});
