import { expect, it } from 'vitest';
import { isMissing, parsInWords } from './pars';

it('misses the par of a round once that has closed', () => {
  expect(isMissing([null, null], ['running', 'scheduled'])).toBe(false);
  expect(isMissing([null, null], ['closed', 'running'])).toBe(true);
  expect(isMissing([0, null], ['closed', 'running'])).toBe(false);
});

it('says which there are', () => {
  expect([parsInWords([null]), parsInWords([-3]), parsInWords([4, null, 7])]).toEqual([
    '',
    'par −3',
    'par 4 in round 1, 7 in round 3',
  ]);
});
