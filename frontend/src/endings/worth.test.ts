import { expect, it } from 'vitest';
import { againstBest, gradeOf, type Ends } from './worth';

const USUAL: Ends = [[0, 1], [4, 2], [8, 3], [12, 2], [20, 2]];
const one = (score: number, won = false) => ({ score, won });

it('knows a good end from a usual and a poor one', () => {
  expect([2, 8, 20].map((score) => gradeOf(one(score), USUAL, true))).toEqual(['good', 'usual', 'poor']);
  expect([2, 8, 20].map((score) => gradeOf(one(score), USUAL, false))).toEqual(['poor', 'usual', 'good']);
  expect(gradeOf(one(20, true), USUAL, true)).toBe('good');
  expect(gradeOf(one(3), [], true)).toBe('usual');
});

it.each([
  [3, null, true, ''],
  [3, 4, true, 'Your best yet!'],
  [3, 4, false, 'Your best ever is 4.'],
  [5, 4, false, 'Your best yet!'],
  [4, 4, true, 'As good as your best.'],
  [3, -2, true, 'Your best ever is −2.'],
])('says how %i compares with %s (fewest points win: %s): %s', (score, best, lowest, words) => {
  expect(againstBest(score, best, lowest)).toBe(words);
});
