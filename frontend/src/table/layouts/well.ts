/**
 * Well: eight rows below the foundations; on a phone, four rows above them and four below. The well is in the middle
 * of the foundations.
 */

import { depth, SHAPE } from '../geometry';
import type { View } from '../view';
import { HEAP, NUMBER, foundations, homeOf, top, type Fan, type Layout, type Unnamed } from '../layout';

const COLUMN = 1.05;
const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8'];

const row = (pile: string, at: { x: number; y: number }, fan: Fan): Unnamed => ({
  pile,
  ...at,
  fan,
  numbered: ROWS.includes(pile),
});

const well = (at: { x: number; y: number }): Unnamed => ({ pile: 'well', ...at, fan: HEAP });

/** The length in card heights of a row of five cards, when each corner mark is fully visible. */
const room = 2.04;
const band = (piles: string[], column: number, y: number, press: number) => {
  const least = 0.26 * press;
  const fan = { x: 0, y: Math.max(0.29, least), room, least };
  return piles.map((pile, index) => row(pile, { x: index * column, y }, fan));
};

/** On a wide table, the foundations and the well are above all rows, and the auxiliary rows lead up to them. */
function lying(press = 1) {
  const far = 0.87;
  const first = 1 + far + 0.2;
  const width = 2 * first + 4 * COLUMN + 1;
  const aside = { y: 0, room: 1 + far };
  const below = 1.04 + NUMBER / SHAPE;
  return {
    width,
    height: below + room,
    places: [
      row('left', { x: 0, y: 0 }, { ...aside, x: 0.29 }),
      ...foundations((index) => ({ x: first + (index < 2 ? index : index + 1) * COLUMN, y: 0 })),
      well({ x: first + 2 * COLUMN, y: 0 }),
      row('right', { x: width - 1, y: 0 }, { ...aside, x: -0.29 }),
      ...band(ROWS, (width - 1) / 7, below, press),
    ],
  };
}

/** On a phone held upright, there are rows above and below the foundations. */
function upright({ piles }: View, press = 1) {
  const number = NUMBER / SHAPE;
  const upper = band(['1', '2', 'left', '3', '4'], COLUMN, number, press);
  const centre = number + Math.max(...upper.map(({ pile, fan }) => depth(fan, piles[pile] ?? []))) + 0.04;
  return {
    width: 4 * COLUMN + 1,
    height: 2 * room + 1.08 + 2 * number,
    places: [
      ...upper,
      ...foundations((index) => ({ x: (index < 2 ? index : index + 1) * COLUMN, y: centre })),
      well({ x: 2 * COLUMN, y: centre }),
      ...band(['5', '6', 'right', '7', '8'], COLUMN, centre + 1.04 + number, press),
    ],
  };
}

export const layout: Layout<Unnamed> = {
  arrange: (view, narrow, press) => (narrow ? upright(view, press) : lying(press)),

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
