import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Link } from '../socket';
import { readFeed } from './feed_reader';

const STANDINGS = { version: 7, total: 1, frozen: false, results: [] };
const ABOUT = { state: 'running', opens_at: null, closes_at: null, freeze_at: null, rounds: [] };
let sources: FakeSource[];
let page: EventTarget & { visibilityState: string };
let heard: string[];
let links: Link[];
let asked: string[];
let leave: () => void;

class FakeSource {
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;

  constructor(public url: string) {
    sources.push(this);
  }

  close(): void {
    this.closed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  heard = [];
  links = [];
  asked = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' });
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(path.includes('standings') ? STANDINGS : ABOUT)));
  });
  leave = readFeed({
    competition: 'abc',
    ask: () => 5,
    hear: (text) => heard.push((JSON.parse(text) as { type: string }).type) > 0,
    onLink: (link) => links.push(link),
  });
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads the event stream, from what is known on, while somebody looks', () => {
  expect(sources[0]!.url).toBe('/api/v1/competitions/abc/stream?since=5');
  sources[0]!.onmessage!({ data: '{"type":"state"}' });
  expect([heard, links]).toEqual([['state'], ['live']]);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(sources[0]!.closed).toBe(true);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(sources).toHaveLength(2);
  expect(asked).toEqual([]);
});

it.each(['silent', 'refused'])('reads again and again where the stream is %s, and tells only what is new', async (way) => {
  if (way === 'refused') sources[0]!.onerror!();
  await vi.advanceTimersByTimeAsync(way === 'silent' ? 5000 : 0);
  expect(sources[0]!.closed).toBe(true);
  expect(asked).toEqual(['/api/v1/competitions/abc', '/api/v1/competitions/abc/standings?limit=25']);
  expect(heard).toEqual(['state', 'standings']);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(asked).toHaveLength(4);
  expect(heard).toEqual(['state', 'standings', 'standings']); // the page still knows only version 5
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
});
