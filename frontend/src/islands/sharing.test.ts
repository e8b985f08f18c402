import { afterEach, expect, it, vi } from 'vitest';
import { share, sharedWords } from './sharing';

const facts = { game: 'Three By Three', who: null, score: 7, won: false, rank: 1, tied: false, total: 3 };

afterEach(() => vi.unstubAllGlobals());

it.each([
  [{}, 'I scored 7 in Three By Three, 1st of 3: can you beat it?'],
  [{ tied: true }, 'I scored 7 in Three By Three, joint 1st of 3: can you beat it?'],
  [{ who: 'Ada', score: -4 }, 'Ada scored −4 in Three By Three, 1st of 3: can you beat it?'],
  [{ rank: null }, 'I scored 7 in Three By Three: can you beat it?'],
  [{ total: 1 }, 'I scored 7 in Three By Three: can you beat it?'],
  [{ won: true, score: 0 }, 'I won Three By Three with 0, 1st of 3: can you win it too?'],
  [{ score: null }, 'Can you beat me at Three By Three? The same cards for both of us.'],
])('says in words what is shared: %j', (other, words) => {
  expect(sharedWords({ ...facts, ...other })).toBe(words);
});

function browserWith(given: { share?: () => Promise<void>; clipboard?: object }): void {
  vi.stubGlobal('navigator', given);
}

it('hands words and link to the device where it shares', async () => {
  const given = vi.fn(async () => undefined);
  browserWith({ share: given });
  expect(await share('Words', 'link')).toBe('');
  expect(given).toHaveBeenCalledWith({ text: 'Words', url: 'link' });
});

it('copies words and link where the device does not share', async () => {
  const writeText = vi.fn(async () => undefined);
  browserWith({ clipboard: { writeText } });
  expect(await share('Words', 'link')).toBe('Copied');
  expect(writeText).toHaveBeenCalledWith('Words link');
});

it.each([
  ['AbortError', 0, ''],
  ['NotAllowedError', 1, 'Copied'],
])('after a dialogue that ends with %s it copies %d times', async (name, copies, told) => {
  const writeText = vi.fn(async () => undefined);
  browserWith({ share: () => Promise.reject(new DOMException('no', name)), clipboard: { writeText } });
  expect(await share('Words', 'link')).toBe(told);
  expect(writeText).toHaveBeenCalledTimes(copies);
});
