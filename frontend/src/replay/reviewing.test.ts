import { afterEach, expect, it, vi } from 'vitest';
import { pauseMs, reviewIn } from './reviewing';

const NOTES = [[{ ply: 3, look: 'mistake', words: 'mistake: 2 points' }]];

/** The used parts of an element: its state, and the notes that come with the last state. */
class Part {
  dataset: Record<string, string> = { review: 'waiting', from: '/results/a/review' };
  innerHTML = '';
  heard: string[] = [];
  constructor(state: string) {
    this.dataset['review'] = state;
    this.innerHTML = state;
  }
  querySelector = () => ({ textContent: JSON.stringify(NOTES) });
  dispatchEvent({ type }: Event) {
    this.heard.push(type);
  }
}

function serve(...states: string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', { getElementById: () => null });
  vi.stubGlobal('fetch', async (path: string) => (asked.push(path), { ok: states[0] !== '', text: async () => '' }));
  vi.stubGlobal('DOMParser', class { parseFromString = () => ({ querySelector: () => new Part(states.shift() ?? 'running') }); });
  return asked;
}

const review = (part: Part) => reviewIn(part as unknown as HTMLElement, async () => undefined);

afterEach(() => vi.unstubAllGlobals());

it('asks until the words are there, and puts them in place', async () => {
  const asked = serve('waiting', 'running', 'done');
  const part = new Part('waiting');
  expect(await review(part)).toEqual(NOTES);
  expect([asked.length, part.dataset['review'], part.heard]).toEqual([3, 'done', ['renewed', 'renewed']]);
});

it('asks for nothing that is there, was not asked for, or will not come', async () => {
  const asked = serve();
  expect([await review(new Part('done')), await review(new Part('unasked')), await review(new Part('given_up'))]).toEqual([NOTES, null, null]);
  expect(asked).toEqual([]);
});

it('asks less and less often, and not for ever', async () => {
  const asked = serve();
  expect(await review(new Part('running'))).toBeNull();
  expect(asked.length).toBe(22);
  expect([pauseMs(0), pauseMs(1), pauseMs(99)]).toEqual([3000, 4200, 60_000]);
});
