/**
 * Wish: two rows of four piles. On a phone there are three rows of three, and the ninth pile has the discarded cards.
 */

import { HEAP, type Gesture, type Layout, type Unnamed } from '../layout';

const PILES = ['1', '2', '3', '4', '5', '6', '7', '8'];
const DEPTH = { x: 0.024, y: 0.018, room: 1.08 };
const COLUMN = 1.13;
const ROW = 1.1;

export const layout: Layout<Unnamed> = {
  arrange: (_, narrow) => {
    const columns = narrow ? 3 : 4;
    const wide = (columns - 1) * COLUMN + 1.08;
    const places = PILES.map((pile, index) => ({
      pile,
      x: (index % columns) * COLUMN,
      y: Math.floor(index / columns) * ROW,
      fan: DEPTH,
    }));
    const aside = narrow ? { x: 2 * COLUMN, y: 2 * ROW } : { x: wide + 0.15, y: ROW / 2 };
    return {
      width: narrow ? wide : wide + 1.2,
      height: (narrow ? 2 : 1) * ROW + 1.07,
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
