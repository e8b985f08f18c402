/** Well: two wings of rows, or two bands on a phone, and between them the foundations round the well. */

import { depth, SHAPE } from '../geometry';
import type { View } from '../view';
import { COLUMN, HEAP, NUMBER, ROW, foundations, homeOf, top, type Fan, type Layout, type Unnamed } from '../layout';

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8'];

const row = (pile: string, at: { x: number; y: number }, fan: Fan): Unnamed => ({
  pile,
  ...at,
  fan,
  numbered: ROWS.includes(pile),
});

const well = (at: { x: number; y: number }): Unnamed => ({ pile: 'well', ...at, fan: HEAP });

/** Rows face the middle with their exposed cards: those of the left wing grow to the right. */
function wings() {
  const room = 3.1;
  const near = NUMBER;
  const middle = near + room + 0.5;
  const far = middle + 2 * COLUMN + 1 + 0.5 + room - 1;
  const wing = (piles: string[], x: number, step: number) =>
    piles.map((pile, index) => row(pile, { x, y: index * ROW }, { x: step, y: 0, room }));
  const cross = [
    { x: middle + COLUMN, y: ROW },
    { x: middle + 2 * COLUMN, y: 2 * ROW },
    { x: middle + COLUMN, y: 3 * ROW },
    { x: middle, y: 2 * ROW },
  ];
  return {
    width: far + 1 + NUMBER,
    height: 4 * ROW + 1,
    places: [
      ...wing(['1', '2', 'left', '3', '4'], near, 0.36),
      ...foundations((index) => cross[index]!),
      well({ x: middle + COLUMN, y: 2 * ROW }),
      ...wing(['5', '6', 'right', '7', '8'], far, -0.36),
    ],
  };
}

/** On a phone the rows grow downwards, above and below the foundations. */
function bands({ piles }: View, press = 1) {
  const room = 2.2;
  const band = (piles: string[], y: number) =>
    piles.map((pile, index) => row(pile, { x: index * COLUMN, y }, { x: 0, y: 0.29, room, least: 0.26 * press }));
  const number = NUMBER / SHAPE;
  const upper = band(['1', '2', 'left', '3', '4'], number);
  const centre = number + Math.max(...upper.map(({ pile, fan }) => depth(fan, piles[pile] ?? []))) + 0.04;
  return {
    width: 4 * COLUMN + 1,
    height: 2 * room + 1.08 + 2 * number,
    places: [
      ...upper,
      ...foundations((index) => ({ x: (index < 2 ? index : index + 1) * COLUMN, y: centre })),
      well({ x: 2 * COLUMN, y: centre }),
      ...band(['5', '6', 'right', '7', '8'], centre + 1.04 + number),
    ],
  };
}

export const layout: Layout<Unnamed> = {
  arrange: (view, narrow, press) => (narrow ? bands(view, press) : wings()),

  gestures: (move, view) => {
    const [, from = '', target = ''] = move.split(' ');
    const home = target === 'foundation';
    return [{ kind: 'carry', from, count: 1, to: home ? homeOf(top(view, from)) : target, best: home }];
  },

  spell: (from, _, to) => {
    if (to.startsWith('foundation')) return `move ${from} foundation`;
    return to === 'well' || ROWS.includes(to) ? `move ${from} ${to}` : null;
  },
};
