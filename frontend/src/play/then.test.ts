import { expect, test } from 'vitest';
import { stoodAt, tookMs, type StandingsThen } from './then';

const row = (name: string, rank: number, at_ms: number): StandingsThen['results'][number] => ({
  at_ms,
  rank,
  player: { id: name, name, bot: false, account: false },
  score: rank,
  won: false,
  moves: 3,
  elapsed_ms: at_ms,
});

const then: StandingsThen = {
  stands: 'move',
  among: 4,
  results: [row('Ann', 1, 300), row('Bea', 2, 200), row('Cyd', 2, 100), row('Dan', 4, 0)],
  finished: [0, 100, 200, 300].map((at_ms, n) => ({ at_ms, finished: n + 1 })),
};

test.each([
  [-1, [], 0],
  [0, ['1 Dan'], 1],
  [150, ['1 Cyd', '2 Dan'], 2],
  [200, ['=1 Bea', '=1 Cyd', '3 Dan'], 3],
  [9999, ['1 Ann', '=2 Bea', '=2 Cyd', '4 Dan'], 4],
])('after %d ms it stood so', (at, names, finished) => {
  const stood = stoodAt(then, at);
  expect(stood.rows.map(({ rank, tied, player }) => `${tied ? '=' : ''}${rank} ${player.name}`)).toEqual(names);
  expect(stood.finished).toBe(finished);
});

test.each<[string, number | null, StandingsThen['stands'], number]>([
  ['a given-up one of open play stands where its clock did', 3000, 'end', 60_000],
  ['one of sealed play stands where its last move came', 3000, 'move', 3000],
  ['without a known last move it is the end', null, 'move', 60_000],
])('%s', (_, elapsed_ms, stands, took) => {
  const began = Date.parse('2026-11-21T12:00:00Z');
  expect(tookMs({ ended_at: '2026-11-21T12:01:00Z', elapsed_ms }, began, stands)).toBe(took);
});
