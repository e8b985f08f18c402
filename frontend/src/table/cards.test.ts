import { expect, it } from 'vitest';
import { aloud, inWriting, spoken, spokenIn } from './cards';

it('speaks and writes the cards in what a game says', () => {
  const text = '{9H}, {TC} and {QH} to {JS}, not {AS}, {X1} too';
  expect(aloud(text)).toBe('nine of hearts, ten of clubs and queen of hearts to jack of spades, not ace of spades, joker too');
  expect(inWriting(text)).toBe('9♥, 10♣ and Q♥ to J♠, not A♠, joker too');
  const named = ['9H', 'TC', 'QH', 'JS', 'AS', 'X1', 'X2'];
  expect([...named, 'TH', 'AC', 'KS'].filter((card) => spokenIn(text).has(spoken(card)))).toEqual(named);
});
