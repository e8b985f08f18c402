import { expect, it } from 'vitest';
import type { Ending } from './attempt';
import { titleOf } from './ended';

const played: Ending = {
  score: 3,
  won: false,
  finished: true,
  in_time: true,
  ended_at: '2026-05-01T12:00:00Z',
  elapsed_ms: 61_000,
  log: 'a',
  scores: [],
};
const late = { ...played, finished: false, in_time: false, elapsed_ms: 0 };

it.each([
  [{ ...played, won: true }, 'You won'],
  [played, '3 cards left'],
  [{ ...played, finished: false }, 'Given up'],
  [late, 'Time is up'],
])('is called what it is', (ending, title) => {
  expect(titleOf(ending, '3 cards left')).toBe(title);
});

it('has a name even where nobody says what the score counts', () => {
  expect(titleOf(played)).toBe('The game is over');
});
