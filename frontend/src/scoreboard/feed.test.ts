import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Link } from '../socket';
import { FakeSocket } from '../socket.fake';
import { watch } from './feed';
import type { FeedMessage } from './messages';

const window = new EventTarget();
const document = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } });
let links: Link[];
let messages: FeedMessage[];
let begun: boolean[];
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
  begun = [];
  version = 5;
  stop = watch({
    competition: 'abc',
    since: () => version,
    onLink: (link) => links.push(link),
    onMessage: (message, anew) => {
      messages.push(message);
      begun.push(anew);
    },
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const newest = () => FakeSocket.made.at(-1)!;

/** Send the first message of a connection, which makes it live. */
function greet(): void {
  newest().open();
  newest().say({ type: 'presence', watching: 1 });
}

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
  greet();
  newest().onclose!({ code: 1006 });
  expect(links).toEqual(['live', 'lost']);
  version = 8;
  vi.advanceTimersByTime(500);
  expect(FakeSocket.made).toHaveLength(2);
  expect(newest().url).toContain('since=8');
  newest().open();
  expect(links.at(-1)).toBe('lost'); // nothing has arrived yet
  greet();
  expect(links.at(-1)).toBe('live');
});

it('waits longer while nobody answers', () => {
  for (const wait of [500, 1000, 2000]) {
    newest().open(); // a connection that opens and breaks at once has not answered
    const before = FakeSocket.made.length;
    newest().onclose!({ code: 1006 });
    vi.advanceTimersByTime(wait / 2 - 1);
    expect(FakeSocket.made).toHaveLength(before);
    vi.advanceTimersByTime(wait);
    expect(FakeSocket.made).toHaveLength(before + 1);
  }
});

it('notices at once that the network went and came', () => {
  greet();
  const old = newest();
  window.dispatchEvent(new Event('offline'));
  expect(links.at(-1)).toBe('lost');
  expect(old.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  expect(FakeSocket.made).toHaveLength(2);
  old.onmessage!({ data: '{"type":"presence","watching":2}' });
  expect(messages).toHaveLength(1);
});

it('takes a socket that says nothing for lost, at first soon, later after 45 seconds', () => {
  newest().open();
  vi.advanceTimersByTime(8000);
  expect(links).toEqual(['lost']);
  vi.advanceTimersByTime(500);
  expect(FakeSocket.made).toHaveLength(2);
  greet();
  vi.advanceTimersByTime(44_000);
  newest().say({ type: 'presence', watching: 1 });
  vi.advanceTimersByTime(44_000);
  expect(links.at(-1)).toBe('live');
  vi.advanceTimersByTime(1000);
  expect(links.at(-1)).toBe('lost');
});

it('connects at once when the page is seen again after a silence', () => {
  greet();
  vi.advanceTimersByTime(21_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.made).toHaveLength(1);
  for (const [number, event] of ['pageshow', 'online'].entries()) {
    vi.advanceTimersByTime(23_000);
    window.dispatchEvent(new Event(event));
    expect(FakeSocket.made).toHaveLength(number + 2);
    greet();
  }
});

it('takes older standings of a site that was restored from a backup, but only at first', () => {
  const standings = (version: number) => ({ type: 'standings', version, total: 0, frozen: false, results: [] });
  newest().open();
  newest().say(standings(3));
  newest().say(standings(4));
  expect(begun).toEqual([true, false]);
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
