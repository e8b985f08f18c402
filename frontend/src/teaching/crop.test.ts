import { expect, it } from 'vitest';
import { fit } from '../table/geometry';
import { layoutOf } from '../table/layouts';
import type { View } from '../table/view';
import { croppedTo } from './crop';

const view = (game: string, piles: View['piles'], legal: string[]): View => ({
  game,
  rules: {},
  ply: 0,
  finished: false,
  won: false,
  score: 0,
  piles,
  legal,
});

const ROOM = { width: 300, height: 150 };
const foundations = { 'foundation-c': ['AC'], 'foundation-d': ['AD'], 'foundation-h': ['AH'], 'foundation-s': ['AS'] };
const before = view('well', { ...foundations, 1: ['KS', '5C'], 2: ['9H', '4C'], 3: [], well: [] }, ['move 1 2']);
const after = view('well', { ...foundations, 1: ['KS'], 2: ['9H', '4C', '5C'], 3: [], well: [] }, []);
const picture = { before, after, move: 'move 1 2' };

it('a picture has the piles that play a part, with larger cards than the whole table', () => {
  const whole = layoutOf('well');
  const layout = croppedTo(picture, whole);
  const [{ plan }, { plan: all }] = [fit(layout, before, ROOM), fit(whole, before, ROOM)];
  expect([...plan.spots.keys()].sort()).toEqual(['1', '2']);
  expect(plan.card.width).toBeGreaterThan(all.card.width * 1.5);
});

it('nothing of it is cut, before and after the move, and no card changes its size', () => {
  const layout = croppedTo(picture, layoutOf('well'));
  const plans = [before, after].map((each) => fit(layout, each, ROOM).plan);
  expect(plans[0]!.card).toEqual(plans[1]!.card);
  for (const { spots, height } of plans) {
    expect(height).toBeLessThanOrEqual(ROOM.height + 1);
    for (const { area } of spots.values()) {
      expect(area.x).toBeGreaterThanOrEqual(-1);
      expect(area.x + area.width).toBeLessThanOrEqual(ROOM.width + 1);
    }
  }
});

it('a place that the move goes to is there though it is empty, and the pile of what is done with', () => {
  const move = 'move 1 well';
  const waits = view('well', { ...before.piles, 1: ['KS'], well: ['5C'] }, []);
  const well = croppedTo({ before: { ...before, legal: [move] }, after: waits, move }, layoutOf('well'));
  expect([...fit(well, before, ROOM).plan.spots.keys()].sort()).toEqual(['1', '2', 'well']);
  const open = view('wish', { 1: ['KS', '9C'], 2: ['9D'], 3: ['JC'], discard: [] }, ['pair 1 2']);
  const gone = view('wish', { 1: ['KS'], 2: [], 3: ['JC'], discard: ['9C', '9D'] }, []);
  const wish = croppedTo({ before: open, after: gone, move: 'pair 1 2' }, layoutOf('wish'));
  expect([...fit(wish, open, ROOM).plan.spots.keys()].sort()).toEqual(['1', '2', '3', 'discard']);
});
