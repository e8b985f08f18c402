import { expect, it } from 'vitest';
import { fit } from './geometry';
import { begin, follow } from './identity';
import { layoutOf } from './layouts';
import { dealt, motion } from './motion';
import type { View } from './view';

const between = (before: Record<string, string[]>, after: Record<string, string[]>) => {
  const traced = begin(before);
  const next = follow(traced, after);
  return { next, ...motion(traced, next) };
};

it('moves a set of cards at once, and turns up what lay under it', () => {
  const { next, delays, turned } = between({ 1: ['??', '8S', '7H'], 2: ['9D'] }, { 1: ['5C'], 2: ['9D', '8S', '7H'] });
  expect([...delays.values()]).toEqual([0, 0]);
  expect([...turned]).toEqual(next.ids[1]);
});

it('deals to many piles one card after the other', () => {
  const { delays } = between(
    { nw: [], n: [], ne: [], stock: ['??', '??', '??'] },
    { nw: ['2S'], n: ['??'], ne: ['3S'], stock: [] },
  );
  expect([...delays.values()]).toEqual([0, 45, 90]);
});

it('leaves alone what stays', () => {
  const { delays, turned } = between({ 1: ['2C', '??'] }, { 1: ['2C', '??'] });
  expect(delays.size + turned.size).toBe(0);
});

it('deals a table as a game begins in less than half a second, from the stock, which stays', () => {
  const rows = [...'abcdefg'].flatMap((row, size) => Array.from({ length: size + 1 }, (_, n) => `${row}${n + 1}`));
  const piles = { ...Object.fromEntries(rows.map((pile) => [pile, ['7H']])), stock: ['??', '??'], waste: [], discard: ['2C', '3C'] };
  const { plan } = fit(layoutOf('pyramid'), { game: 'pyramid', piles } as unknown as View, { width: 380, height: 600 });
  const cards = dealt(plan);
  expect([...cards.keys()]).toEqual([...rows.map((pile) => `${pile} 0`), 'discard 1']);
  expect(Math.max(...[...cards.values()].map(({ delay }) => delay))).toBeLessThanOrEqual(260);
  const [{ slot }, { cards: top }] = [plan.spots.get('stock')!, plan.spots.get('a1')!];
  expect(cards.get('a1 0')).toEqual({ x: slot.x - top[0]!.x, y: slot.y - top[0]!.y, delay: 0 });
});
