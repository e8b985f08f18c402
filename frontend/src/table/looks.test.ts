import { expect, it } from 'vitest';
import { keep, kept, read } from './looks';

const PLAIN = read('{}');

function shelf() {
  const all = new Map<string, string>();
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
  };
}

it('is kept from one page to the next', () => {
  const one = shelf();
  expect(kept(() => one)).toBeNull();
  keep({ ...PLAIN, four_colours: true, speed: 'fast' }, () => one);
  expect(kept(() => one)).toEqual({ ...PLAIN, four_colours: true, speed: 'fast' });
});

it('is understood as it was once kept', () => {
  expect(read('{"fourColours":true,"tapPlays":true,"sound":false}')).toEqual({ ...PLAIN, four_colours: true, tap_plays: true });
});

it.each(['null', '7', '{"four_colours":"yes","speed":true}'])('is the usual one where %j was kept', (text) => {
  expect(read(text)).toEqual(PLAIN);
});

it('does without a browser that keeps nothing, or something else', () => {
  const none = (): never => {
    throw new Error('the storage is closed');
  };
  expect(kept(none)).toBeNull();
  expect(() => keep(PLAIN, none)).not.toThrow();
  const one = shelf();
  one.setItem('evendeal.looks', '{');
  expect(kept(() => one)).toBeNull();
});
