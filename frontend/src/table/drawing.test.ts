import { expect, it } from 'vitest';
import { COURTS, PIPS, RANK_PATHS } from './drawing';

const number = (rank: string) => (rank === 'T' ? 10 : Number(rank));

it('draws each rank as a court, as an ace or with pips', () => {
  const drawn = [...Object.keys(COURTS), ...Object.keys(PIPS), 'A', 'X'];
  expect(drawn.sort()).toEqual(Object.keys(RANK_PATHS).sort());
});

it.each(Object.entries(PIPS))('lays as many pips as %s has, alike from both ends', (rank, pips) => {
  expect(pips).toHaveLength(number(rank));
  const spots = new Set(pips.map(([x, y]) => `${x} ${y}`));
  const turned = new Set(pips.map(([x, y]) => `${100 - x} ${140 - y}`));
  // The seventh pip has no counterpart on real cards either.
  expect([...spots].filter((spot) => !turned.has(spot))).toHaveLength(rank === '7' ? 1 : 0);
});

it.each(Object.entries(COURTS))('lets the upper half of %s end behind the sash', (_, parts) => {
  for (const [, path] of parts) {
    const [x = 0, y = 0] = /M([\d.]+) ([\d.]+)/.exec(path)!.slice(1).map(Number);
    expect(y).toBeLessThan(53.5 - x / 4);
  }
});
