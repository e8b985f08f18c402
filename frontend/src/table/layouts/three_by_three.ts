/** Three By Three: the square, and beside it the stock and the card that has been turned. */

import { HEAP, type Layout, type Unnamed } from '../layout';

/** In reading order. */
const SQUARES = ['nw', 'n', 'ne', 'w', 'c', 'e', 'sw', 's', 'se'];
const CORNERS = ['nw', 'ne', 'sw', 'se'];
const DEPTH = { x: 0.02, y: 0.015, room: 1.08 };

export const layout: Layout<Unnamed> = {
  arrange: (_, narrow) => {
    const column = narrow ? 1.14 : 1.2;
    const row = 1.14;
    const square: Unnamed[] = SQUARES.map((pile, index) => ({
      pile,
      x: (index % 3) * column,
      y: Math.floor(index / 3) * row,
      fan: DEPTH,
      counted: !CORNERS.includes(pile),
    }));
    const x = 3 * column + (narrow ? 0.1 : 0.5);
    return {
      width: x + 1.05,
      height: 2 * row + 1.06,
      places: [
        ...square,
        { pile: 'turned', x, y: row / 2, fan: HEAP },
        { pile: 'stock', x, y: 1.5 * row, fan: HEAP, counted: true },
      ],
    };
  },

  gestures: (move) => {
    const [verb, pile = ''] = move.split(' ');
    switch (verb) {
      case 'turn':
        return [{ kind: 'tap', pile, says: 'Turn the top card' }];
      case 'place':
        return [
          { kind: 'carry', from: 'turned', count: 1, to: pile },
          { kind: 'tap', pile, says: 'Place the turned card here' },
        ];
      default:
        return [
          { kind: 'tap', pile: 'stock', says: 'Deal the next nine cards' },
          { kind: 'button', says: 'Deal the next nine cards' },
        ];
    }
  },

  spell: (from, _, to) => (from === 'turned' && CORNERS.includes(to) ? `place ${to}` : null),
};
