import { expect, test } from 'vitest';
import { level, scoreRanges } from './levels';
import type { Cell } from './messages';

const cell = (score: number | null) => ({ score }) as Cell;

test('a score is the best, good, weak or between, in thirds of the range', () => {
  const rows = [[cell(10), cell(5)], [cell(40), null], [cell(null), cell(0)]];
  const ranges = scoreRanges(rows, ['lowest', 'highest', 'lowest']);
  expect(ranges).toEqual([[10, 40], [5, 0], null]);
  expect([10, 20, 25, 30].map((score) => level(score, ranges[0]))).toEqual(['best', 'good', '', 'weak']);
  expect([5, 4, 0].map((score) => level(score, ranges[1]))).toEqual(['best', 'good', 'weak']);
  expect([level(null, ranges[0]), level(3, ranges[2])]).toEqual(['', '']);
});
