import { expect, it } from 'vitest';
import { againstBest } from './best';

it.each([
  [3, null, true, ''],
  [3, 4, true, 'Your best yet!'],
  [3, 4, false, 'Your best is 4.'],
  [5, 4, false, 'Your best yet!'],
  [4, 4, true, 'As good as your best.'],
  [3, -2, true, 'Your best is −2.'],
])('says how %i compares with %s (fewest points win: %s): %s', (score, best, lowest, words) => {
  expect(againstBest(score, best, lowest)).toBe(words);
});
