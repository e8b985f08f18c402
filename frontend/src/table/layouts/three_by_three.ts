/** Three By Three: the nine squares. The stock and the turned card are beside them, or below them on a phone. */

import { gettext } from '../../gettext';
import { HEAP, type Layout, type Unnamed } from '../layout';

/** The squares in reading order. */
const SQUARES = ['nw', 'n', 'ne', 'w', 'c', 'e', 'sw', 's', 'se'];
const CORNERS = ['nw', 'ne', 'sw', 'se'];
const COLUMN = 1.1;
/** Between two rows of squares there is room for the numbers of cards of the upper row. */
const ROW = 1.06;

export const layout: Layout<Unnamed> = {
  arrange: (_, narrow) => {
    const square: Unnamed[] = SQUARES.map((pile, index) => ({
      pile,
      x: (index % 3) * COLUMN,
      y: Math.floor(index / 3) * ROW,
      fan: { x: 0.02, y: 0.015, room: 1.04 },
      counted: !CORNERS.includes(pile),
    }));
    const beside = 3 * COLUMN + 0.1;
    const below = 3 * ROW;
    const [turned, stock] = narrow
      ? [{ x: COLUMN, y: below }, { x: 0, y: below }]
      : [{ x: beside, y: 0.4 * ROW }, { x: beside, y: 1.5 * ROW }];
    return {
      width: narrow ? 2 * COLUMN + 1.04 : beside + 1.03,
      height: narrow ? below + 1 : 2 * ROW + 1.03,
      places: [
        ...square,
        { pile: 'turned', ...turned, fan: HEAP },
        { pile: 'stock', ...stock, fan: HEAP, counted: true },
      ],
    };
  },

  gestures: (move) => {
    const [verb, pile = ''] = move.split(' ');
    switch (verb) {
      case 'turn':
        return [{ kind: 'tap', pile, says: gettext('Turn the top card') }];
      case 'place':
        return [
          { kind: 'carry', from: 'turned', count: 1, to: pile },
          { kind: 'tap', pile, says: gettext('Place the turned card here') },
        ];
      default:
        return [
          { kind: 'tap', pile: 'stock', says: gettext('Deal the next nine cards') },
          { kind: 'button', says: gettext('Deal the next nine cards') },
        ];
    }
  },

  spell: (from, _, to) => (from === 'turned' && CORNERS.includes(to) ? `place ${to}` : null),
};
