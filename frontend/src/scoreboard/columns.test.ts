import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deciding, inColumn, amountInWords, type Columns } from './columns';
import { MATCHPOINTS, SCORES, TOTALS } from './standings.fake';

const all: Columns = { ...SCORES, tie_breaks: ['wins', 'moves', 'time', 'earliest'] };
const tie_break = [3, 40, 245_000, '2026-05-01T07:00:07Z'];

beforeEach(() => void vi.stubGlobal('navigator', { languages: ['en-GB'] }));
afterEach(() => void vi.unstubAllGlobals());

it('writes scores whole, and what places are worth with two decimals', () => {
  expect([inColumn(-3, SCORES), inColumn(50, MATCHPOINTS), inColumn(66.67, MATCHPOINTS)]).toEqual(['−3', '50.00', '66.67']);
  expect([amountInWords(7, SCORES), amountInWords(50, MATCHPOINTS)]).toEqual(['7', '50.00 %']);
  expect([inColumn(null, SCORES), amountInWords(null, MATCHPOINTS)]).toEqual(['–', '–']);
});

it('writes how far from par with a sign, and says in a sentence whether that is good', () => {
  const fewest: Columns = { ...TOTALS, par: 'lowest' };
  expect([3, 0, -2].map((total) => inColumn(total, fewest))).toEqual(['+3', '0', '−2']);
  expect([3, 0].map((total) => amountInWords(total, fewest))).toEqual(['3 worse than par', 'level with par']);
  expect([3, -2].map((total) => amountInWords(total, { ...fewest, par: 'highest' }))).toEqual(['3 better than par', '2 worse than par']);
});

it('writes the values of tie-breaks as far as they were needed', () => {
  expect(deciding({ tie_break, decided_by: null }, all)).toEqual([]);
  expect(deciding({}, all)).toEqual([]);
  expect(deciding({ tie_break, decided_by: 'moves' }, all)).toEqual(['3 won', '40 moves']);
  expect(deciding({ tie_break, decided_by: 'time' }, all)).toEqual(['3 won', '40 moves', '4:05']);
  expect(deciding({ tie_break, decided_by: 'time', played: 2 }, all)).toEqual(['3 won', '40 moves in 2 rounds', '4:05 in 2 rounds']);
  expect(deciding({ tie_break, decided_by: 'earliest' }, all)[3]).toMatch(/^done .* 09:00:07$/);
});
