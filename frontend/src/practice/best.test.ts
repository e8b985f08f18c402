import { beforeEach, expect, it } from 'vitest';
import { keepBest } from './best';

const deal = (seed: string) => ({ game: 'wish', rules: { draw: 'one' }, seed });
let kept: Map<string, string>;
const shelf = () => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const keep = (seed: string, score: number, lowest = true) => keepBest(deal(seed), score, lowest, shelf);

beforeEach(() => {
  kept = new Map();
});

it('knows the best score of the deals before', () => {
  expect(keep('one', 8)).toBeNull();
  expect(keep('two', 6)).toBe(8);
  expect(keep('three', 7)).toBe(6);
  expect(keep('four', 5)).toBe(6);
});

it('compares a deal with others, however often it is played to its end', () => {
  keep('one', 8);
  expect(keep('two', 7)).toBe(8);
  expect(keep('two', 3)).toBe(8);
  expect(keep('two', 5)).toBe(8);
  expect(keep('three', 4)).toBe(3);
});

it('knows which scores are good', () => {
  keep('one', 8, false);
  keep('two', 6, false);
  expect(keep('three', 9, false)).toBe(8);
});

it('has none where nothing can be kept, or what is kept is none', () => {
  const broken = () => {
    throw new Error('private');
  };
  expect(keepBest(deal('one'), 3, true, broken)).toBeNull();
  keep('one', 3);
  kept.set([...kept.keys()][0]!, '{"score": "much"}');
  expect(keep('two', 4)).toBeNull();
});
