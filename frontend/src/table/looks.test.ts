import { expect, it } from 'vitest';
import { keep, read } from './looks';

const PLAIN = { fourColours: false, largeIndices: false, sound: false, vibration: false, showMoves: false, tapPlays: false };

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

it('is kept from one page to the next', () => {
  const one = shelf();
  keep({ ...PLAIN, fourColours: true, sound: true }, () => one);
  expect(read(() => one)).toEqual({ ...PLAIN, fourColours: true, sound: true });
});

it.each(['', 'null', '7', '{', '{"fourColours":"yes"}'])('is the usual one where %j was kept', (text) => {
  const one = shelf();
  one.setItem('evendeal.looks', text);
  expect(read(() => one)).toEqual(PLAIN);
});

it('does without a browser that keeps nothing', () => {
  const none = (): never => {
    throw new Error('the storage is closed');
  };
  expect(read(none)).toEqual(PLAIN);
  expect(() => keep(PLAIN, none)).not.toThrow();
});
