/** Aces Up: four columns side by side, the stock and what has been taken away beside them, or above on a phone. */

import { COLUMN, HEAP, ROW, type Layout, type Unnamed } from '../layout';

const COLUMNS = ['1', '2', '3', '4'];

export const layout: Layout<Unnamed> = {
  arrange: (_, narrow) => {
    const [left, top] = narrow ? [0, ROW] : [2 * COLUMN, 0];
    return {
      width: left + 3 * COLUMN + 1,
      height: top + 3.2,
      places: [
        { pile: 'stock', x: 0, y: 0, fan: HEAP, counted: true },
        { pile: 'discard', x: narrow ? 3 * COLUMN : 0, y: narrow ? 0 : ROW, fan: HEAP, counted: true },
        ...COLUMNS.map((pile, index) => ({
          pile,
          x: left + index * COLUMN,
          y: top,
          fan: { x: 0, y: 0.28, room: 3.1 },
        })),
      ],
    };
  },

  gestures: (move) => {
    const [verb, from = '', to = ''] = move.split(' ');
    switch (verb) {
      case 'deal':
        return [{ kind: 'tap', pile: 'stock', says: 'Deal the next four cards' }];
      case 'move':
        return [{ kind: 'carry', from, count: 1, to }];
      default:
        return [
          { kind: 'tap', pile: from, says: 'Take it away' },
          { kind: 'carry', from, count: 1, to: 'discard', best: true },
        ];
    }
  },

  spell: (from, _, to) => {
    if (to === 'discard') return `discard ${from}`;
    return COLUMNS.includes(to) ? `move ${from} ${to}` : null;
  },
};
