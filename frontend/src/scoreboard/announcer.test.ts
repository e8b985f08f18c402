import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announcer } from './announcer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says the first thing at once and of the rest only the newest, later', () => {
  const said: string[] = [];
  const voice = announcer((text) => said.push(text));
  ['one', 'two', 'three'].forEach(voice.say);
  expect(said).toEqual(['one']);
  vi.advanceTimersByTime(5000);
  expect(said).toEqual(['one', 'three']);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['one', 'three']);
});

it('says nothing after it was stopped', () => {
  const said: string[] = [];
  const voice = announcer((text) => said.push(text));
  voice.say('one');
  voice.say('two');
  voice.stop();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['one']);
});
