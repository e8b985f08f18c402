import { expect, it } from 'vitest';
import { anotherOf, askedDeal } from './asked';

const made = { game: 'pyramid', rules: { draw: 'one' }, seed: 'kept' };

it('is another one than the page has if its seed or an option differs', () => {
  expect(askedDeal('?seed=kept&draw=one', made)).toBeNull();
  expect(askedDeal('', made)).toBeNull();
  expect(askedDeal('?seed=mine', made)).toEqual({ ...made, seed: 'mine' });
  expect(askedDeal('?seed=kept&draw=three&else=x', made)).toEqual({ ...made, rules: { draw: 'three' } });
});

it('has others of the same game where the site would have them', () => {
  expect(anotherOf(made)).toBe('/practice/pyramid?draw=one');
  expect(anotherOf({ game: 'wish', rules: {}, seed: 'x' })).toBe('/practice/wish');
});
