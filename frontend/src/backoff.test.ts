import { expect, it } from 'vitest';
import { fetchDelay, retryDelay, spacedDelay } from './backoff';

it('waits longer each time, up to a limit', () => {
  const longest = [0, 1, 2, 3, 40, 4000].map((attempt) => retryDelay(attempt, () => 1));
  expect(longest).toEqual([500, 1000, 2000, 4000, 20_000, 20_000]);
});

it('spreads a crowd over half of the wait', () => {
  expect(retryDelay(3, () => 0)).toBe(2000);
  expect(retryDelay(3, () => 0.5)).toBe(3000);
});

it('spreads the fetches after news', () => {
  expect(fetchDelay(() => 0)).toBe(300);
  expect(fetchDelay(() => 1)).toBe(1500);
});

it('lets as much time pass between two reads as is wanted', () => {
  let now = 10_000;
  const wait = spacedDelay(2000, () => 300, () => now);
  expect(wait()).toBe(300);
  now += 300;
  expect(wait()).toBe(2000);
  now += 2000;
  expect(wait()).toBe(2000);
  now += 9000;
  expect(wait()).toBe(300);
});
