import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Link } from '../socket';
import { watch } from './feed';
import type { Message } from './messages';

/** A socket whose other end is the test. */
class Socket {
  static made: Socket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;

  constructor(public url: string) {
    Socket.made.push(this);
  }

  close(): void {
    this.closed = true;
  }
}

const window = new EventTarget();
const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let links: Link[];
let messages: Message[];
let version: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', new URL('https://evendeal.example/c/abc'));
  Socket.made = [];
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

const newest = () => Socket.made.at(-1)!;

it('asks for what is newer than it has, over TLS where the page is', () => {
  expect(newest().url).toBe('wss://evendeal.example/ws/v1/competitions/abc?since=5');
});

it('passes on messages and leaves noise alone', () => {
  newest().onopen!();
  newest().onmessage!({ data: 'noise' });
  newest().onmessage!({ data: '{"type":"presence","watching":2}' });
  expect(messages).toEqual([{ type: 'presence', watching: 2 }]);
});

it('comes back after a loss, with the version it has by then', () => {
  newest().onopen!();
  newest().onclose!({ code: 1006 });
  expect(links).toEqual(['live', 'lost']);
  version = 8;
  vi.advanceTimersByTime(500);
  expect(Socket.made).toHaveLength(2);
  expect(newest().url).toContain('since=8');
  newest().onopen!();
  expect(links.at(-1)).toBe('live');
});

it('waits longer while nobody answers', () => {
  for (const wait of [500, 1000, 2000]) {
    newest().onopen!(); // opened and broken off at once is no answer
    const before = Socket.made.length;
    newest().onclose!({ code: 1006 });
    vi.advanceTimersByTime(wait / 2 - 1);
    expect(Socket.made).toHaveLength(before);
    vi.advanceTimersByTime(wait);
    expect(Socket.made).toHaveLength(before + 1);
  }
});

it('notices at once that the network went and came', () => {
  newest().onopen!();
  const old = newest();
  window.dispatchEvent(new Event('offline'));
  expect(links.at(-1)).toBe('lost');
  expect(old.closed).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(Socket.made).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  expect(Socket.made).toHaveLength(2);
  old.onmessage!({ data: '{"type":"presence","watching":2}' });
  expect(messages).toEqual([]);
});

it('does not knock where it was refused', () => {
  newest().onclose!({ code: 4403 });
  expect(links).toEqual(['refused']);
  vi.advanceTimersByTime(600_000);
  expect(Socket.made).toHaveLength(1);
});

it('opens nothing more once it is stopped', () => {
  newest().onclose!({ code: 1006 });
  stop();
  vi.advanceTimersByTime(600_000);
  window.dispatchEvent(new Event('online'));
  expect(Socket.made).toHaveLength(1);
});
