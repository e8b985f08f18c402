import { expect, it } from 'vitest';
import { joined, listed, minus } from './words';

it('writes a minus sign', () => {
  expect(minus(-12)).toBe('−12');
});

it('lists names in a sentence, and things', () => {
  expect([['Ann'], ['Ann', 'Bo'], ['Ann', 'Bo', 'Cy']].map(joined)).toEqual(['Ann', 'Ann and Bo', 'Ann, Bo and Cy']);
  expect(listed(['Wish', 'Well', 'Pyramid'])).toBe('Wish, Well, Pyramid');
});
