import { expect, it } from 'vitest';
import { nearest, step, stopsOf, type Stop } from './keyboard';
import { lay } from './geometry';
import { optionsOf } from './hands';
import { layoutOf } from './layouts';

const piles = {
  ...Object.fromEntries(Array.from({ length: 11 }, (_, index) => [String(index + 1), [] as string[]])),
  1: ['??', '??', '7H'],
  2: ['??', '8C', '7D', '6S'],
  3: ['9S'],
  stock: ['??', '??'],
  waste: [],
  'foundation-c': [],
  'foundation-d': [],
  'foundation-h': [],
  'foundation-s': [],
  pulled: [],
};
const view = { game: 'winabit', rules: {}, ply: 0, finished: false, won: false, score: 0, piles, legal: ['move 2 3 2'] };
const layout = layoutOf('winabit');
const stops = stopsOf(lay(layout.arrange(view, false), piles, 980, 580), optionsOf(view, layout));
const at = (pile: string, index: number) => stops.find((stop) => stop.pile === pile && stop.index === index)!;
const names = (stop: Stop | null) => stop && `${stop.pile} ${stop.index}`;

it('stops at each uppermost card and empty place, and at what else can be carried', () => {
  const inFans = stops.map(names).filter((name) => /^[123] /.test(name!));
  expect(inFans).toEqual(['1 2', '2 2', '2 3', '3 0']);
  expect(stops.map(names)).toContain('waste 0');
  expect(stops.map(names)).not.toContain('pulled 0');
});

it('goes to what lies in the direction of the arrow', () => {
  expect(names(step(stops, at('1', 2), 'ArrowRight'))).toMatch(/^2 /);
  expect(names(step(stops, at('stock', 1), 'ArrowRight'))).toBe('waste 0');
  expect(names(step(stops, at('stock', 1), 'ArrowDown'))).toBe('1 2');
  expect(names(step(stops, at('3', 0), 'ArrowLeft'))).toMatch(/^2 /);
});

it('goes up and down in a fan before it leaves it', () => {
  expect(names(step(stops, at('2', 3), 'ArrowUp'))).toBe('2 2');
  expect(names(step(stops, at('2', 2), 'ArrowDown'))).toBe('2 3');
  expect(names(step(stops, at('2', 2), 'ArrowUp'))).toBe('waste 0');
});

it('stays at the edge, and leaves other keys alone', () => {
  expect(names(step(stops, at('stock', 1), 'ArrowUp'))).toBe('stock 1');
  expect(names(step(stops, at('stock', 1), 'ArrowLeft'))).toBe('stock 1');
  expect(step(stops, at('stock', 1), 'a')).toBeNull();
});

it('has a first and a last stop', () => {
  expect(names(step(stops, at('3', 0), 'Home'))).toBe('stock 1');
  expect(names(step(stops, at('3', 0), 'End'))).toBe('11 0');
});

it('reaches every stop from every other', () => {
  const reached = new Set([stops[0]!]);
  for (const stop of reached)
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) reached.add(step(stops, stop, key)!);
  expect([...reached].map(names).sort()).toEqual(stops.map(names).sort());
});

it('comes back to where it was, to the pile it was on, or near it', () => {
  expect(names(nearest(stops, at('2', 2)))).toBe('2 2');
  expect(names(nearest(stops, { ...at('2', 3), index: 7 }))).toBe('2 3');
  expect(names(nearest(stops, { ...at('3', 0), pile: 'gone' }))).toBe('3 0');
  expect(names(nearest(stops, null))).toBe('stock 1');
  expect(nearest([], null)).toBeNull();
});
