import { afterEach, expect, it, vi } from 'vitest';
import { share, sharedWords, type Shared } from './sharing';

const facts: Shared = {
  game: 'Pyramid',
  label: 'Pyramid #128',
  who: null,
  score: 5,
  won: false,
  outcome: '5 cards left',
  among: { beaten: 6, others: 9 },
  usual: [[5, 1], [9, 3]],
  lowest: true,
  scores: [28, 14, 5],
  link: null,
};
const course = '▁▁▃▃▃▃▃███';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [{}, `Pyramid #128: 5 cards left, better than 6 of 9\n${course}`],
  [{ among: { beaten: 71, others: 100 } }, `Pyramid #128: 5 cards left, better than 71 %\n${course}`],
  [{ among: { beaten: 0, others: 9 } }, `Pyramid #128: 5 cards left\n${course}`],
  [{ who: 'Ada', label: 'Club night', among: null, usual: [], scores: [] }, 'Ada, Club night: 5 cards left'],
  [{ among: { beaten: 1, others: 1 }, scores: [] }, "Pyramid #128: 5 cards left, better than 3 of 4 of the bot's games"],
  [{ among: null, scores: [] }, "Pyramid #128: 5 cards left, better than 3 of 4 of the bot's games"],
  [{ among: { beaten: 0, others: 0 }, usual: [], outcome: '', score: -5, scores: [28] }, 'Pyramid #128: score −5'],
  [{ won: true, scores: [] }, 'Pyramid #128: won, better than 6 of 9'],
  [{ score: null }, 'Can you beat me at Pyramid? The same cards for both of us.'],
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
  expect(writeText).toHaveBeenCalledWith('Words\nlink');
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
