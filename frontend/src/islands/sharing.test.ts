import { afterEach, expect, it, vi } from 'vitest';
import { share } from './sharing';

afterEach(() => vi.unstubAllGlobals());

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
