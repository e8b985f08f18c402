import { expect, it } from 'vitest';
import { begin, follow } from './identity';
import { motion } from './motion';

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
