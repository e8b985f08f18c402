import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MOTION_MS } from './motion';
import { Travel } from './travel.svelte';

vi.mock('./pace', () => ({ pace: () => 1 }));

let frames: (() => void)[];
const draw = () => frames.splice(0).forEach((frame) => frame());

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('deals for as long as cards move, counted from when they are drawn', () => {
  const travel = new Travel();
  travel.deal();
  vi.advanceTimersByTime(10 * MOTION_MS); // a slow machine draws a page for the first time
  expect(travel.dealing).toBe(true);
  draw();
  draw();
  vi.advanceTimersByTime(MOTION_MS - 1);
  expect(travel.dealing).toBe(true);
  vi.advanceTimersByTime(1);
  expect(travel.dealing).toBe(false);
});
