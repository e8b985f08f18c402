import { expect, it } from 'vitest';
import { hasMet, meet } from './met';

function shelf(kept: Record<string, string> = {}) {
  return { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => void (kept[key] = value) };
}

it('a game that was played is remembered, with the others', () => {
  const kept = shelf();
  expect(hasMet('well', () => kept)).toBe(false);
  meet('well', () => kept);
  meet('wish', () => kept);
  meet('well', () => kept);
  expect(['well', 'wish', 'pyramid'].map((game) => hasMet(game, () => kept))).toEqual([true, true, false]);
});

it('every game is new where nothing is kept, or something else', () => {
  const none = () => {
    throw new Error('no storage');
  };
  expect(() => meet('well', none)).not.toThrow();
  expect(hasMet('well', none)).toBe(false);
  expect(hasMet('well', () => shelf({ 'evendeal.met': '{' }))).toBe(false);
  expect(hasMet('well', () => shelf({ 'evendeal.met': '"well"' }))).toBe(false);
});
