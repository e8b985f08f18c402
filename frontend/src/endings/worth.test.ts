import { describe, expect, it } from 'vitest';
import { courseSigns } from './course';
import { againstBest, beatenWords, comparedWith, fieldIn, fieldWords, gradeOf, usualWords, type Ends } from './worth';

const USUAL: Ends = [[0, 1], [4, 2], [8, 3], [12, 2], [20, 2]];
const one = (score: number, won = false) => ({ score, won });

it.each([
  [[5], 3, true, { beaten: 1, others: 1, median: 5, best: 5 }],
  [[5, 5, 2, 9], 5, true, { beaten: 1, others: 4, median: 5, best: 2 }],
  [[5, 2], 9, false, { beaten: 2, others: 2, median: 3.5, best: 5 }],
  [[-1, -4], -4, false, { beaten: 0, others: 2, median: -2.5, best: -1 }],
])('compares with ends %j a score of %i (fewest points win: %s)', (scores, score, lowest, found) => {
  expect(comparedWith(scores.map((each) => [each, 1] as const), score, lowest)).toEqual(found);
});

it('compares with nothing where there is nothing', () => {
  expect(comparedWith([], 3, true)).toBeNull();
  expect([usualWords([], 3, true), gradeOf(one(3), [], true)]).toEqual(['', 'usual']);
});

it('knows a good end from a usual and a poor one', () => {
  expect([2, 8, 20].map((score) => gradeOf(one(score), USUAL, true))).toEqual(['good', 'usual', 'poor']);
  expect([2, 8, 20].map((score) => gradeOf(one(score), USUAL, false))).toEqual(['poor', 'usual', 'good']);
  expect(gradeOf(one(20, true), USUAL, true)).toBe('good');
});

it('judges by the field instead, once ten games have ended', () => {
  const found = { beaten: 1, others: 9, median: 10, best: 10 };
  expect([fieldIn({ ...found, others: 8 }), fieldIn(null)]).toEqual([null, null]);
  const field = fieldIn(found);
  expect(field).toEqual(found);
  expect(gradeOf(one(10), USUAL, true)).toBe('usual');
  expect(gradeOf(one(10), USUAL, true, field)).toBe('good'); // joint 1st
  const wide = { ...found, median: 8, best: 2 };
  expect([4, 8, 9].map((score) => gradeOf(one(score), USUAL, true, wide))).toEqual(['usual', 'usual', 'poor']);
  expect(gradeOf(one(9), USUAL, true, { ...wide, beaten: 4 })).toBe('usual');
  expect(gradeOf(one(3), USUAL, true, { ...wide, beaten: 6 })).toBe('good');
  expect(gradeOf(one(9, true), USUAL, true, wide)).toBe('good');
});

describe('says in words', () => {
  it.each([
    [{ beaten: 6, others: 7 }, '6 of 7'],
    [{ beaten: 718, others: 1000 }, '71 %'],
    [{ beaten: 0, others: 7 }, ''],
    [{ beaten: 1, others: 250 }, ''],
  ])('how many are beaten: %j', (found, words) => {
    expect(beatenWords(found)).toBe(words);
  });

  it('how others did', () => {
    const found = { beaten: 6, others: 9, median: 8.5, best: -2 };
    expect(fieldWords(found, true)).toBe('Better than 6 of 9 so far; the median is 8.5, the best −2.');
    expect(fieldWords(found, false)).toBe('Better than 6 of 9; the median is 8.5, the best −2.');
    expect(fieldWords({ ...found, beaten: 0 }, true)).toBe('The median is 8.5, the best −2 so far.');
    expect(fieldWords({ ...found, beaten: 0 }, false)).toBe('The median is 8.5, the best −2.');
  });

  it('what is usual', () => {
    expect(usualWords(USUAL, 8, true)).toBe('Our bot usually ends such deals with 4 to 12; this is better than 4 of 10 of its games.');
    expect(usualWords([[0, 9]], 3, true)).toBe('Our bot usually ends such deals with 0, and fewer is better.');
    expect(usualWords([[0, 9]], -1, false)).toBe('Our bot usually ends such deals with 0, and more is better.');
  });
});

it('draws the course of a game in ten signs', () => {
  expect(courseSigns([28, 20, 14, 7, 0], USUAL, true)).toBe('▁▂▂▃▃▃▅▅██');
  expect(courseSigns([28, 28], USUAL, true)).toBe('▁'.repeat(10));
  expect(courseSigns([-24, -30, 0], [[8, 1]], false)).toBe('▁▁▁▁▁▁▁▅▅▅');
  expect(courseSigns([28], USUAL, true)).toBe('');
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
