import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../api';
import { analysisOf, waitMs } from './analysing';

const asked: string[] = [];
let answers: Response[] = [];
const later = (seconds: string) => Response.json({}, { status: 202, headers: { 'Retry-After': seconds } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(answers.shift()!);
  });
  asked.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks again after as long as the service says, until it is there', async () => {
  answers = [later('5'), later('2'), Response.json({ initial: 3 })];
  const found = analysisOf('abc', new AbortController().signal);
  await vi.advanceTimersByTimeAsync(4999);
  expect(asked).toEqual(['/api/v1/logs/abc/analysis']);
  await vi.advanceTimersByTimeAsync(2001);
  expect(await found).toEqual({ initial: 3 });
  expect(asked).toHaveLength(3);
});

it('asks no more once one has left', async () => {
  answers = [later('5')];
  const leaving = new AbortController();
  const found = expect(analysisOf('abc', leaving.signal)).rejects.toThrow();
  leaving.abort();
  await vi.advanceTimersByTimeAsync(5000);
  await found;
  expect(asked).toHaveLength(1);
});

it('waits as long as it is told to while too much is asked, or the service is away', async () => {
  const refused = (status: number, seconds: number) => Response.json({ code: 'some', retry_after: seconds }, { status });
  answers = [later('5'), refused(429, 40), refused(503, 2), Response.json({ initial: 3 })];
  const found = analysisOf('abc', new AbortController().signal);
  await vi.advanceTimersByTimeAsync(44_999);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2001);
  expect(await found).toEqual({ initial: 3 });
});

it('says what the service refuses', async () => {
  answers = [Response.json({ code: 'embargo' }, { status: 403 })];
  await expect(analysisOf('abc', new AbortController().signal)).rejects.toThrow(Problem);
});

it('waits neither for no time nor for ever', () => {
  expect(['0', '7', '9999', 'soon', null].map(waitMs)).toEqual([1000, 7000, 60_000, 2000, 2000]);
});
