import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cellFetcher } from './cells';

const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return { ok: true, json: async () => ({}) };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('names the newest version that it was told, so that no cache answers with older rows', async () => {
  const cells = cellFetcher('c', () => undefined, '&around=me');
  cells.ask(4);
  cells.ask(5);
  await vi.advanceTimersByTimeAsync(5000);
  cells.ask(7);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([5, 7].map((version) => `/api/v1/competitions/c/standings?version=${version}&around=me`));
});
