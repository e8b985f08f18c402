import { expect, it } from 'vitest';
import { addressesOf, askedDeal } from './asked';

const made = { game: 'pyramid', rules: { draw: 'one' }, seed: 'kept' };

it('is another one than the page has if its seed or an option differs', () => {
  expect(askedDeal('?seed=kept&draw=one', made)).toBeNull();
  expect(askedDeal('', made)).toBeNull();
  expect(askedDeal('?seed=mine', made)).toEqual({ ...made, seed: 'mine' });
  expect(askedDeal('?seed=kept&draw=three&else=x', made)).toEqual({ ...made, rules: { draw: 'three' } });
});

it('has the addresses that the site would give it', () => {
  const beat = '/beat/pyramid/kept?draw=one';
  expect(addressesOf(made)).toEqual({ beat, another: '/practice/pyramid?draw=one' });
  expect(addressesOf({ game: 'wish', rules: {}, seed: 'x' })).toEqual({ beat: '/beat/wish/x', another: '/practice/wish' });
});
