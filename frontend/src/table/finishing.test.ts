import { expect, it } from 'vitest';
import { certainMove, paceMs } from './finishing';
import type { View } from './view';

const view = (certain: View['certain'], finished = false): View => ({
  game: 'wish',
  rules: {},
  ply: 9,
  finished,
  won: false,
  score: 4,
  piles: {},
  legal: ['pair 1 2'],
  ...(certain === undefined ? {} : { certain }),
});
const move = { move: 'pair 1 2', words: '8♣ and 8♠ taken away' };

it('a game is played out only while its whole rest is certain', () => {
  expect(certainMove(view({ ...move, left: 3 }), true)).toBe('pair 1 2');
  expect(certainMove(view({ ...move, left: null }), true)).toBeNull();
  expect(certainMove(view(null), true)).toBeNull();
  expect(certainMove(view(undefined), true)).toBeNull();
});

it('nothing is played for viewers who may not move, or once the game is over', () => {
  expect(certainMove(view({ ...move, left: 3 }), false)).toBeNull();
  expect(certainMove(view({ ...move, left: 3 }, true), true)).toBeNull();
});

it('every move is seen', () => {
  expect(paceMs(1)).toBeGreaterThan(paceMs(0));
});
