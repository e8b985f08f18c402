import { expect, it } from 'vitest';
import { decimal, ordinal, placeInWords, playersInWords, soFarInWords } from './places';

it('says places as people do', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal);
  expect(places.join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th 113th');
});

it('says how good a place is, and whether it may change', () => {
  expect(placeInWords({ rank: 1, tied: true, among: 2 }, true)).toBe('joint 1st of 2 so far');
  expect(placeInWords({ rank: 3, tied: false, among: 14 }, false)).toBe('3rd of 14');
  expect(placeInWords({ rank: 1, tied: false, among: 1 }, true)).toBe('');
  expect(placeInWords({ rank: null, tied: false, among: 4 }, true)).toBe('');
});

it('says what was scored while rounds are missing', () => {
  expect(soFarInWords('−16', { rounds: 1, of: 3 })).toBe('−16 · 1 of 3 rounds');
});

it('counts one and many', () => {
  expect([0, 1, 2].map(playersInWords)).toEqual(['0 players', '1 player', '2 players']);
});

it('writes so many decimals', () => {
  expect([decimal(-1050.5, 2), decimal(7, 0)]).toEqual(['−1050.50', '7']);
});
