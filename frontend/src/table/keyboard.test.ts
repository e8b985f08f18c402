import { describe, expect, it } from 'vitest';
import { cycle, nearest, step, stopsOf, type Stop } from './keyboard';
import { fit } from './geometry';
import { optionsOf } from './hands';
import { layoutOf } from './layouts';

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

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
const stops = stopsOf(fit(layout, view, { width: 980, height: 580 }).plan, optionsOf(view, layout));
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

it('with cards in hand goes round the places where they may go', () => {
  const few = [at('2', 2), at('3', 0), at('11', 0)];
  const walk = (key: string) => [1, 2, 3].reduce((path) => [...path, cycle(few, path.at(-1)!, key)!], [few[0]!]);
  expect(walk('ArrowRight').map(names)).toEqual(['2 2', '3 0', '11 0', '2 2']);
  expect(walk('ArrowUp').map(names)).toEqual(['2 2', '11 0', '3 0', '2 2']);
  expect(cycle(few, few[0]!, 'Home')).toBeNull();
});

describe.each([false, true])('on a table that is narrow: %s', (narrow) => {
  it.each(['wish', 'winabit', 'well', 'pyramid', 'three-by-three'])('every stop of %s leads to every other', (game) => {
    const bare = { ...view, game, piles: game === 'pyramid' ? { waste1: [], waste2: [], waste3: [] } : {}, legal: [] };
    const arrangement = layoutOf(game).arrange(bare, narrow);
    const one = Object.fromEntries(arrangement.places.map(({ pile }) => [pile, ['7H']]));
    const room = narrow ? { width: 312, height: 530 } : { width: 980, height: 560 };
    const laid = fit(layoutOf(game), { ...bare, piles: one }, room).plan;
    const all = stopsOf(laid, optionsOf({ ...bare, piles: one }, layoutOf(game)));
    for (const stop of all) {
      const reached = new Set([stop]);
      for (const next of reached) for (const key of ARROWS) reached.add(step(all, next, key)!);
      expect(reached.size).toBe(all.length);
    }
  });
});

it('comes back to where it was, to the pile it was on, or near it', () => {
  expect(names(nearest(stops, at('2', 2)))).toBe('2 2');
  expect(names(nearest(stops, { ...at('2', 3), index: 7 }))).toBe('2 3');
  expect(names(nearest(stops, { ...at('3', 0), pile: 'gone' }))).toBe('3 0');
  expect(names(nearest(stops, null))).toBe('stock 1');
  expect(nearest([], null)).toBeNull();
});

it('goes along a row of a pyramid, whose rows overlap', () => {
  const rows = ['a1', 'b1', 'b2', 'c1', 'c2', 'c3'];
  const cards = Object.fromEntries(rows.map((pile) => [pile, ['7H']]));
  const pyramid = layoutOf('pyramid');
  const seen = { ...view, game: 'pyramid', piles: { ...cards, stock: [], waste: [], discard: [] }, legal: [] };
  const all = stopsOf(fit(pyramid, seen, { width: 980, height: 580 }).plan, optionsOf(seen, pyramid));
  const go = (from: string, key: string) => step(all, all.find(({ pile }) => pile === from)!, key)!.pile;
  expect([go('c1', 'ArrowRight'), go('c2', 'ArrowRight'), go('b2', 'ArrowLeft')]).toEqual(['c2', 'c3', 'b1']);
  expect(go('a1', 'ArrowDown')).toMatch(/^b[12]$/);
});
