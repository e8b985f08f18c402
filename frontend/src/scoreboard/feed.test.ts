import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Link } from '../socket';
import { FakeSocket } from '../socket.fake';
import { watch } from './feed';
import type { FeedMessage } from './messages';

const window = new EventTarget();
const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let links: Link[];
let messages: FeedMessage[];
let version: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', new URL('https://evendeal.example/c/abc'));
  FakeSocket.made = [];
  links = [];
  messages = [];
  version = 5;
  stop = watch({
    competition: 'abc',
    since: () => version,
    onLink: (link) => links.push(link),
    onMessage: (message) => messages.push(message),
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const newest = () => FakeSocket.made.at(-1)!;

it('asks for what is newer than it has, over TLS where the page is', () => {
  expect(newest().url).toBe('wss://evendeal.example/ws/v1/competitions/abc?since=5');
});

it('passes on messages and leaves noise alone', () => {
  newest().open();
  newest().onmessage!({ data: 'noise' });
  newest().onmessage!({ data: '{"type":"presence","watching":2}' });
  expect(messages).toEqual([{ type: 'presence', watching: 2 }]);
});

it('comes back after a loss, with the version it has by then', () => {
  newest().open();
  newest().onclose!({ code: 1006 });
  expect(links).toEqual(['live', 'lost']);
  version = 8;
  vi.advanceTimersByTime(500);
  expect(FakeSocket.made).toHaveLength(2);
  expect(newest().url).toContain('since=8');
  newest().open();
  expect(links.at(-1)).toBe('live');
});

it('waits longer while nobody answers', () => {
  for (const wait of [500, 1000, 2000]) {
    newest().open(); // opened and broken off at once is no answer
    const before = FakeSocket.made.length;
    newest().onclose!({ code: 1006 });
    vi.advanceTimersByTime(wait / 2 - 1);
    expect(FakeSocket.made).toHaveLength(before);
    vi.advanceTimersByTime(wait);
    expect(FakeSocket.made).toHaveLength(before + 1);
  }
});

it('notices at once that the network went and came', () => {
  newest().open();
  const old = newest();
  window.dispatchEvent(new Event('offline'));
  expect(links.at(-1)).toBe('lost');
  expect(old.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  expect(FakeSocket.made).toHaveLength(2);
  old.onmessage!({ data: '{"type":"presence","watching":2}' });
  expect(messages).toEqual([]);
});

it('does not knock where it was refused', () => {
  newest().onclose!({ code: 4403 });
  expect(links).toEqual(['refused']);
  vi.advanceTimersByTime(600_000);
  expect(FakeSocket.made).toHaveLength(1);
});

it('opens nothing more once it is stopped', () => {
  newest().onclose!({ code: 1006 });
  stop();
  vi.advanceTimersByTime(600_000);
  window.dispatchEvent(new Event('online'));
  expect(FakeSocket.made).toHaveLength(1);
});
