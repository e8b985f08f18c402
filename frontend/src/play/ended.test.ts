import { expect, it } from 'vitest';
import type { Ending } from './attempt';
import { afterWords, beforeScore, nextStep, titleOf } from './ended';

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

it('says what the score counts, once', () => {
  expect(beforeScore(played, '3 cards left')).toBe('Score');
  expect(beforeScore({ ...played, won: true }, 'all cards are home')).toBe('All cards are home: score');
  expect(beforeScore(late, '5 cards face down')).toBe('5 cards face down: score');
});

it('has words even where nobody says what the score counts', () => {
  expect([titleOf(played), beforeScore(played)]).toEqual(['The game is over', 'Score']);
});

it('says how many moves it took, and how long', () => {
  expect(afterWords(played, 12)).toBe('after 12 moves in 1:01');
  expect(afterWords({ ...played, elapsed_ms: null }, 1)).toBe('after 1 move');
});

it('says no time where the clock has ended it, or nothing was played', () => {
  expect(afterWords(late, 3)).toBe('after 3 moves');
  expect(afterWords({ ...played, finished: false, elapsed_ms: 0 }, 0)).toBe('after 0 moves');
});

it.each([
  [{ leads_on: true, left: null, passed_on: true }, played, 'good', true, 'next'],
  [{ leads_on: false, left: null, passed_on: true }, played, 'poor', true, 'again'],
  [{ leads_on: false, left: null, passed_on: true }, played, 'usual', true, 'again'],
  [{ leads_on: false, left: null, passed_on: true }, played, 'good', true, 'challenge'],
  [{ leads_on: false, left: null, passed_on: true }, played, 'good', false, 'again'],
  [{ leads_on: false, left: null, passed_on: false }, played, 'good', true, 'again'],
  [{ leads_on: false, left: 1, passed_on: false }, late, 'poor', true, 'scoreboard'],
  [{ leads_on: false, left: 0, passed_on: true }, played, 'good', true, 'challenge'],
  [{ leads_on: false, left: 0, passed_on: true }, played, 'poor', true, 'scoreboard'],
  [{ leads_on: false, left: 0, passed_on: false }, played, 'good', true, 'scoreboard'],
] as const)('has one step that comes next: %#', (start, ending, grade, sharing, step) => {
  expect(nextStep(start, ending, grade, sharing)).toBe(step);
});
