/** Wish: two rows of four piles, or three of three on a phone, the ninth for what has been taken away. */

import { COLUMN, HEAP, ROW, type Gesture, type Layout, type Unnamed } from '../layout';

const PILES = ['1', '2', '3', '4', '5', '6', '7', '8'];
const DEPTH = { x: 0.035, y: 0.025, room: 1.12 };

export const layout: Layout<Unnamed> = {
  arrange: (_, narrow) => {
    const column = COLUMN + 0.12;
    const row = ROW + 0.1;
    const columns = narrow ? 3 : 4;
    const wide = (columns - 1) * column + 1.11;
    const places = PILES.map((pile, index) => ({
      pile,
      x: (index % columns) * column,
      y: Math.floor(index / columns) * row,
      fan: DEPTH,
    }));
    const aside = narrow ? { x: 2 * column, y: 2 * row } : { x: wide + 0.35, y: row / 2 };
    return {
      width: narrow ? wide : wide + 1.4,
      height: (narrow ? 2 : 1) * row + 1.08,
      places: [...places, { pile: 'discard', ...aside, fan: HEAP, counted: true }],
    };
  },

  gestures: (move): Gesture[] => {
    const [, one = '', other = ''] = move.split(' ');
    return [
      { kind: 'carry', from: one, count: 1, to: other },
      { kind: 'carry', from: other, count: 1, to: one },
    ];
  },

  spell: (from, _, to) => (PILES.includes(to) ? `pair ${from} ${to}` : null),
};
