import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renewer } from './renewing';

class Part {
  dataset: { renewed: string };
  gone = false;
  heard: string[] = [];
  constructor(name: string, public childNodes: string[]) {
    this.dataset = { renewed: name };
  }
  replaceChildren(...nodes: string[]) {
    this.childNodes = nodes;
  }
  dispatchEvent({ type, bubbles }: Event) {
    if (bubbles) this.heard.push(type);
  }
  remove() {
    this.gone = true;
  }
}

const pageOf = (...parts: Part[]) => ({ querySelectorAll: () => parts.filter((part) => !part.gone) });
let served: Part[];
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => (asked.push(path), { ok: true, text: async () => '' }));
  vi.stubGlobal('DOMParser', class { parseFromString = () => pageOf(...served); });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('puts what the page says now in the place of what is shown, and takes away what it has no more', async () => {
  const [match, sharing] = [new Part('match', ['to play']), new Part('sharing', ['the link'])];
  vi.stubGlobal('document', pageOf(match, sharing));
  served = [new Part('match', ['played'])];
  const page = renewer('abc');
  page.ask();
  page.ask();
  await vi.advanceTimersByTimeAsync(2000);
  expect([asked, match.childNodes, sharing.gone]).toEqual([['/c/abc'], ['played'], true]);
  expect([match.heard, sharing.heard]).toEqual([['renewed'], []]);
  page.stop();
});

it('reads no page that has nothing to renew', async () => {
  vi.stubGlobal('document', pageOf());
  renewer('abc').ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
});
