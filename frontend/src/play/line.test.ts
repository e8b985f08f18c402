import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Link } from '../socket';
import { FakeSocket } from '../socket.fake';
import type { Sent } from './attempt';
import { openLine, type AttemptLink } from './line';
import type { AttemptMessage } from './messages';

const VIEW = { type: 'view', view: { ply: 0, piles: {}, legal: [] }, state: 'running' };
const WITHOUT = new URL('../without_sockets.ts', import.meta.url).pathname;
const PAGE = { visibilityState: 'visible', documentElement: { dataset: { withoutSockets: WITHOUT } } };
const MOVE = { ply: 0, move: 'turn' };
let line: AttemptLink;
let heard: [AttemptMessage['type'], boolean][];
let links: Link[];
let pending: Sent | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), PAGE));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', new URL('http://evendeal.example/c/abc/rounds/1'));
  FakeSocket.made = [];
  heard = [];
  links = [];
  pending = null;
  line = openLine({
    attempt: 'xyz',
    pending: () => pending,
    onMessage: (message, greeting) => heard.push([message.type, greeting]),
    onLink: (link) => links.push(link),
  });
});

afterEach(() => {
  line.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const newest = () => FakeSocket.made.at(-1)!;

function greeted(): FakeSocket {
  newest().open();
  newest().say(VIEW);
  return newest();
}

it('tells the greeting from what comes after it', () => {
  const socket = greeted();
  expect(socket.url).toBe('ws://evendeal.example/ws/v1/attempts/xyz');
  socket.say(VIEW);
  expect(heard).toEqual([
    ['view', true],
    ['view', false],
  ]);
});

it('leaves noise alone', () => {
  newest().open();
  for (const noise of [7, null, [], { type: 'view' }, { type: 'view', view: {}, state: 'running' }, { type: 'x' }]) {
    newest().say(noise);
  }
  expect(heard).toEqual([]);
});

it('sends a move once, and not before the greeting', () => {
  pending = MOVE;
  line.send();
  newest().open();
  expect(newest().sent).toEqual([]);
  newest().say(VIEW);
  expect(newest().sent).toEqual([JSON.stringify(MOVE)]);
  newest().say(VIEW);
  expect(newest().sent).toHaveLength(1);
});

it('sends an unanswered move again on the next connection', () => {
  const first = greeted();
  pending = MOVE;
  line.send();
  first.onclose!({ code: 1006 });
  expect(links.at(-1)).toBe('lost');
  vi.advanceTimersByTime(500);
  expect(greeted().sent).toEqual([JSON.stringify(MOVE)]);
});

it('sends nothing again that was answered', () => {
  const first = greeted();
  pending = MOVE;
  line.send();
  pending = null;
  first.say(VIEW);
  first.onclose!({ code: 1006 });
  vi.advanceTimersByTime(500);
  expect(greeted().sent).toEqual([]);
});

it('takes a connection on which nothing is answered for lost', () => {
  greeted();
  pending = MOVE;
  line.send();
  vi.advanceTimersByTime(7999);
  expect(links).toEqual(['live']);
  vi.advanceTimersByTime(1);
  expect(links).toEqual(['live', 'lost']);
  vi.advanceTimersByTime(500);
  expect(FakeSocket.made).toHaveLength(2);
});

it('waits for an answer only as long as there is none', () => {
  const socket = greeted();
  pending = MOVE;
  line.send();
  socket.say(VIEW);
  for (let quarter = 0; quarter < 4; quarter++) {
    vi.advanceTimersByTime(15_000);
    socket.say({ type: 'alive' });
  }
  expect(links).toEqual(['live']);
});

/** Let five seconds pass, in which the script that plays by requests is loaded. */
async function withoutSockets(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5000);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}

it('plays by requests while no socket can be had, and goes back to the socket by itself', async () => {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('document', Object.assign(new EventTarget(), { ...PAGE, cookie: '' }));
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    asked.push([path, options.body ? JSON.parse(options.body as string) : null]);
    return Promise.resolve(new Response(JSON.stringify({ ...VIEW, view: { ...VIEW.view, ply: asked.length - 1 } })));
  });
  newest().onclose!({ code: 1006 });
  pending = MOVE;
  await withoutSockets();
  expect(asked).toEqual([
    ['/api/v1/attempts/xyz', null],
    ['/api/v1/attempts/xyz/moves', { ply: 0, moves: ['turn'] }],
  ]);
  expect(links.at(-1)).toBe('live');
  expect(heard).toEqual([
    ['view', true],
    ['view', false],
  ]);
  pending = null;
  newest().onclose?.({ code: 1006 });
  expect(links.at(-1)).toBe('live'); // requests still work
  await vi.advanceTimersByTimeAsync(5000);
  greeted();
  expect(heard.at(-1)).toEqual(['view', true]);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(before);
});

it('says without a socket why a move is refused, and sends a move again that was not answered', async () => {
  const answers = [
    () => Promise.resolve(new Response(JSON.stringify(VIEW))),
    () => Promise.reject(new TypeError('no network')),
    () => Promise.resolve(new Response(JSON.stringify(VIEW))),
    () => Promise.resolve(new Response(JSON.stringify({ code: 'illegal_move', detail: 'No.' }), { status: 422 })),
  ];
  vi.stubGlobal('document', Object.assign(new EventTarget(), { ...PAGE, cookie: '' }));
  vi.stubGlobal('fetch', () => (answers.shift() ?? (() => new Promise(() => undefined)))());
  newest().onclose!({ code: 1006 });
  pending = MOVE;
  await withoutSockets();
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard.map(([type]) => type)).toEqual(['view', 'view', 'error']);
  expect(links).toEqual(['lost', 'live', 'lost', 'live', 'live']);
});
