import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced } from './pacing';

let finish: (() => void)[];
let read: ReturnType<typeof vi.fn<() => Promise<void>>>;

beforeEach(() => {
  vi.useFakeTimers();
  finish = [];
  read = vi.fn(() => new Promise<void>((done) => finish.push(done)));
});

afterEach(() => vi.useRealTimers());

it('reads once for many hints, and again for what came while it read', async () => {
  const { hint } = paced(read, 1000);
  hint();
  hint();
  await vi.advanceTimersByTimeAsync(999);
  expect(read).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(1);
  hint();
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toHaveBeenCalledTimes(1);
  finish[0]!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(read).toHaveBeenCalledTimes(2);
  finish[1]!();
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads again at the next hint after it has failed', async () => {
  read.mockRejectedValueOnce(new TypeError('no network'));
  const { hint } = paced(read, 1000);
  hint();
  await vi.advanceTimersByTimeAsync(1000);
  hint();
  await vi.advanceTimersByTimeAsync(1000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('does not read once it has stopped', async () => {
  const { hint, stop } = paced(read, 1000);
  hint();
  stop();
  hint();
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).not.toHaveBeenCalled();
});
