import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reader } from './reader';

let asked: string[];
let answer: (body: unknown) => void;
let fail: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise((resolve, reject) => {
      answer = (body) => resolve({ ok: true, json: async () => body });
      fail = () => reject(new TypeError('no network'));
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads once however often it is asked, and once more if asked while it reads', async () => {
  const answers: unknown[] = [];
  const read = reader('me', (body) => answers.push(body), () => 100);
  read.ask();
  read.ask();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['/api/v1/me']);
  read.ask();
  read.ask();
  answer(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(2);
  answer(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
  expect(answers).toEqual([1, 2]);
});

it('gets over a failure, and reads when it is asked again', async () => {
  const answers: unknown[] = [];
  const read = reader('me', (body) => answers.push(body));
  read.ask();
  await vi.advanceTimersByTimeAsync(0);
  fail();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveLength(1);
  read.ask();
  await vi.advanceTimersByTimeAsync(0);
  answer('here');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toEqual(['here']);
  expect(asked).toHaveLength(2);
});

it('tries again by itself after a failure, ever less often, until it is stopped', async () => {
  const read = reader('me', () => undefined);
  read.ask();
  await vi.advanceTimersByTimeAsync(0);
  for (const wait of [500, 1000, 2000]) {
    const before = asked.length;
    fail();
    await vi.advanceTimersByTimeAsync(wait);
    expect(asked).toHaveLength(before + 1);
  }
  fail();
  read.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
});

it.each([
  [503, 2],
  [403, 1],
])('after a %i it has asked %i times', async (status, times) => {
  const read = reader('me', () => undefined);
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve({ ok: asked.length > 1, status, json: async () => ({}) });
  });
  read.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(times);
});

it('tells nothing once it is stopped', async () => {
  const answers: unknown[] = [];
  const read = reader('me', (body) => answers.push(body));
  read.ask();
  await vi.advanceTimersByTimeAsync(0);
  read.stop();
  answer('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([]);
});
