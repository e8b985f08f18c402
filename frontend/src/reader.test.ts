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
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(1);
  read.ask();
  await vi.advanceTimersByTimeAsync(0);
  answer('here');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual(['here']);
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
