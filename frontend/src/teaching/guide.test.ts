import { beforeEach, expect, it, vi } from 'vitest';
import { GuideTour } from './guide.svelte';
import type { Lessons } from './lessons';

const DEAL = { game: 'well', rules: { foundations: 'either' }, seed: 'first' };
const LINES = [
  { say: 'Turn a card.', move: 'turn' },
  { say: 'That is all.', move: null },
];
const lessons = (seed = 'first'): Promise<Lessons> =>
  Promise.resolve({ sheet: [], guide: { seed, rules: DEAL.rules, lines: LINES } });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('location', { hash: '#guide', pathname: '/practice/well', search: '?seed=first' });
  vi.stubGlobal('history', { state: null, replaceState: vi.fn() });
});

it('goes from line to line with the moves, and back with those taken back', async () => {
  const guide = new GuideTour(DEAL, () => lessons());
  const ready = vi.fn();
  expect(guide.lineAt(0)).toBeNull();
  await guide.begin(ready);
  expect(ready).toHaveBeenCalledOnce();
  expect([0, 1, 0, 2].map((ply) => guide.lineAt(ply))).toEqual([LINES[0], LINES[1], LINES[0], null]);
  expect(guide.steps).toBe(2);
});

it('is left at any step, and the address no longer asks for it', async () => {
  const guide = new GuideTour(DEAL, () => lessons());
  await guide.begin(() => undefined);
  guide.leave();
  expect(guide.lineAt(0)).toBeNull();
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/practice/well?seed=first');
});

it('says nothing of another deal, or without an answer', async () => {
  const ready = vi.fn();
  for (const read of [() => lessons('other'), () => Promise.reject(new TypeError())]) {
    const guide = new GuideTour(DEAL, read);
    await guide.begin(ready);
    expect(guide.lineAt(0)).toBeNull();
  }
  expect(ready).not.toHaveBeenCalled();
});

it('is offered until the game was met in this browser', async () => {
  const first = new GuideTour(DEAL, () => lessons());
  expect(first.offered).toBe(true);
  first.met();
  expect(first.offered).toBe(false);
  expect(new GuideTour(DEAL, () => lessons()).offered).toBe(false);
  expect(new GuideTour({ ...DEAL, game: 'wish' }, () => lessons()).offered).toBe(true);
});
