import { beforeEach, expect, it, vi } from 'vitest';
import { Keeper, type Build, type Stores } from './keeper';

const ORIGIN = 'https://cards.example';
const build = (name: string): Build => ({
  name: `evendeal-${name}`,
  language: 'de',
  alone: '/offline',
  site: ['/static/site.js'],
  practice: ['/static/practice.js'],
  rules: '/games.zip',
});

/** A browser's caches, with the texts in them. */
function shelves() {
  const all = new Map<string, Map<string, string>>();
  const open = (name: string) => {
    const shelf = all.get(name) ?? new Map<string, string>();
    all.set(name, shelf);
    return Promise.resolve({
      match: (path: string) => Promise.resolve(shelf.has(path) ? new Response(shelf.get(path)) : undefined),
      put: async (path: string, response: Response) => void shelf.set(path, await response.text()),
      keys: () => Promise.resolve([...shelf.keys()].map((path) => ({ url: ORIGIN + path }))),
    });
  };
  const stores = {
    open,
    keys: () => Promise.resolve([...all.keys()]),
    delete: (name: string) => Promise.resolve(all.delete(name)),
  };
  return { all, stores: stores as unknown as Stores };
}

let online: boolean;
let kept: ReturnType<typeof shelves>;
const fetching = vi.fn((asked: Request | string, how?: RequestInit) => {
  const path = (typeof asked === 'string' ? asked : asked.url).replace(ORIGIN, '');
  const language = new Headers(how?.headers).get('Accept-Language');
  const asker = how ? `${how.credentials} ${language}` : 'mine';
  return online ? Promise.resolve(new Response(`${path} ${asker}`)) : Promise.reject(new TypeError());
});
const keeper = (name = '1') => new Keeper(build(name), kept.stores, fetching, () => 'fresh');
const asks = (path: string, mode: RequestMode = 'navigate', method = 'GET') =>
  keeper().answer({ url: ORIGIN + path, mode, method } as Request, ORIGIN);
const answerTo = async (path: string, mode?: RequestMode) => (await asks(path, mode))?.text();

beforeEach(() => {
  online = true;
  kept = shelves();
  fetching.mockClear();
});

it('keeps the page that says that there is no network, and no game before one is wished for', async () => {
  await keeper().install();
  expect([...kept.all.get('evendeal-1')!.keys()]).toEqual(['/offline', '/static/site.js']);
});

it('asks as a stranger for all that it keeps, and keeps nothing else', async () => {
  await keeper().install();
  await keeper().keep('/practice/wish');
  await keeper().keep('/me');
  await answerTo('/me');
  await answerTo('/practice/well?seed=x');
  const texts = [...kept.all.get('evendeal-1')!.values()];
  expect(texts).toContain('/practice/wish?seed=kept omit de');
  expect(texts).toHaveLength(5);
  expect(texts.every((text) => text.endsWith(' omit de'))).toBe(true);
});

it('asks the site for every page while there is a network', async () => {
  await keeper().keep('/practice/wish');
  expect(await answerTo('/practice/wish?seed=mine')).toBe('/practice/wish?seed=mine mine');
  expect(await answerTo('/games.zip', 'cors')).toBe('/games.zip mine');
});

it('without a network shows practice of a kept game with any cards, and of others that there is none', async () => {
  await keeper().install();
  await keeper().keep('/practice/wish');
  online = false;
  expect(await answerTo('/practice/wish?seed=mine')).toBe('/practice/wish?seed=kept omit de');
  expect((await asks('/practice/wish?draw=one'))!.headers.get('Location')).toBe(`${ORIGIN}/practice/wish?draw=one&seed=fresh`);
  expect(await answerTo('/practice/well?seed=mine')).toBe('/offline omit de');
  expect(await answerTo('/c/2222222222222222')).toBe('/offline omit de');
  expect(await answerTo('/games.zip', 'cors')).toBe('/games.zip omit de');
});

it('has files whose names change with what is in them from here, and leaves all else alone', async () => {
  await keeper().keep('/practice/wish');
  fetching.mockClear();
  expect(await answerTo('/static/practice.js', 'no-cors')).toBe('/static/practice.js omit de');
  expect(await answerTo('/static/site.js', 'no-cors')).toBe('/static/site.js mine');
  expect(asks('/api/v1/me', 'cors')).toBeNull();
  expect(asks('/new', 'navigate', 'POST')).toBeNull();
  expect(keeper().answer({ url: 'https://other.example/', mode: 'navigate', method: 'GET' }, ORIGIN)).toBeNull();
});

it('a new build brings what is kept with it, and clears away what was before', async () => {
  await keeper('1').install();
  await keeper('1').keep('/practice/wish');
  fetching.mockClear();
  await keeper('2').install();
  await keeper('2').activate();
  // No other file is fetched again: a file that has the same name has the same content, and may be large.
  expect(fetching.mock.calls.map(([path]) => path)).toEqual(['/offline', '/games.zip', '/practice/wish?seed=kept']);
  expect([...kept.all.keys()]).toEqual(['evendeal-2']);
  expect([...kept.all.get('evendeal-2')!.keys()].sort()).toEqual([
    '/games.zip',
    '/offline',
    '/practice/wish',
    '/static/practice.js',
    '/static/site.js',
  ]);
});

it('does not take over with half of it', async () => {
  fetching.mockImplementationOnce(() => Promise.resolve(new Response('', { status: 503 })));
  await expect(keeper().install()).rejects.toThrow('503');
});
