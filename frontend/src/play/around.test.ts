import { expect, it, vi } from 'vitest';
import type { Sheet } from '../scoreboard/cells';
import type { FeedMessage, Row } from '../scoreboard/messages';
import { SCORES } from '../scoreboard/standings.fake';
import { Around } from './around.svelte';

const { readers, feed } = vi.hoisted(() => ({
  readers: new Map<string, { asked: number; answer: (sheet: Sheet) => void }>(),
  feed: { tell: (_: FeedMessage) => undefined as void },
}));

vi.mock('../scoreboard/cells', () => ({
  cellFetcher: (_: string, answer: (sheet: Sheet) => void, query: string) => {
    const reader = { asked: 0, answer };
    readers.set(query, reader);
    return { ask: () => void reader.asked++, stop: () => undefined };
  },
}));
vi.mock('../scoreboard/feed', () => ({
  watch: ({ onMessage }: { onMessage: (message: FeedMessage) => void }) => {
    feed.tell = onMessage;
    return () => undefined;
  },
}));

const place = { competition: 'c', round: 2, entry: 'me', over: false, version: 0, columns: SCORES, rows: [], comparison: null, grade: '', logs: {} };
const sheet = (version: number, rank: number): Sheet => ({
  version,
  total: 9,
  frozen: false,
  results: [{ entry: 'me', rank, tied: false, among: 9, rounds: [null, { attempt: `attempt ${version}` }] } as Row],
});
const changed = (version: number) => feed.tell({ type: 'standings', version, total: 9, frozen: false, results: [] });

it('reads the place in the round and the place overall, each until it is as new as was told', () => {
  const around = new Around(place, true);
  around.watch();
  const [round, overall] = [readers.get('&round=2&around=me')!, readers.get('&around=me')!];
  changed(5);
  round.answer(sheet(6, 1));
  overall.answer(sheet(5, 3));
  expect([around.own?.rank, around.overall?.rank]).toEqual([1, 3]);
  changed(6);
  expect([round.asked, overall.asked]).toEqual([1, 2]);
  overall.answer(sheet(6, 2));
  round.answer(sheet(4, 7));
  expect([around.own?.rank, around.overall?.rank]).toEqual([1, 2]);
});
