import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { View } from '../table/view';
import { gameFrom, type PracticeGame } from './game';
import { watching } from './watching';

const view = (ply: number): View => ({
  game: 'wish',
  rules: {},
  ply,
  finished: ply === 3,
  won: false,
  score: 32 - 2 * ply,
  piles: {},
  legal: [],
});

let game: PracticeGame;
const watched = watching(
  () => game,
  (next) => (game = next),
);

beforeEach(() => {
  vi.useFakeTimers();
  const known = { 0: view(0), 1: view(1), 2: view(2), 3: view(3) };
  game = { ...gameFrom(view(0), { line: ['a', 'b', 'c'], at: 3 }), views: known, view: view(3) };
});

afterEach(() => {
  watched.stop();
  vi.useRealTimers();
});

function seen(seconds: number): number[] {
  return Array.from({ length: seconds }, () => {
    vi.advanceTimersByTime(900);
    return game.view.ply;
  });
}

it('begins at the deal, and ends where the game ended', () => {
  watched.start();
  expect(game.view.ply).toBe(0);
  expect(seen(5)).toEqual([1, 2, 3, 3, 3]);
  expect(watched.stop()).toBe(false);
});

it('waits for a table that is not there yet', () => {
  game = { ...game, views: { 0: view(0), 3: view(3) } };
  watched.start();
  expect(seen(3)).toEqual([0, 0, 0]);
  expect(game.at).toBe(1);
  game = { ...game, views: { ...game.views, 1: view(1), 2: view(2) }, view: view(1) };
  expect(seen(2)).toEqual([2, 3]);
});

it('stops where it is, and loses no move', () => {
  watched.start();
  seen(1);
  expect(watched.stop()).toBe(true);
  expect(seen(2)).toEqual([1, 1]);
  expect(game.line).toEqual(['a', 'b', 'c']);
});
