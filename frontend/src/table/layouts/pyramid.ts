/** Pyramid: seven rows, each of which overlaps the row above; the stock, one or three wastes, and the cards removed. */

import { gettext } from '../../gettext';
import { within } from '../geometry';
import { HEAP, type Gesture, type Layout, type Unnamed } from '../layout';

const COLUMN = 1.04;
const ROWS = [...'abcdefg'];
const WIDE = 6 * COLUMN + 1;

/** The pyramid, with its left edge at `x`. `step` is the visible part of a covered card, in card heights. */
const pyramid = (x: number, step: number): Unnamed[] =>
  ROWS.flatMap((letter, row) =>
    Array.from({ length: row + 1 }, (_, column) => ({
      pile: `${letter}${column + 1}`,
      x: x + ((6 - row) / 2 + column) * COLUMN,
      y: row * step,
      fan: HEAP,
      bare: true,
    })),
  );

const heap = (pile: string, x: number, y: number): Unnamed => ({ pile, x, y, fan: HEAP, counted: true });

/** On a phone held upright, the pyramid has the whole width, and the other piles lie below it. */
function upright(wastes: string[], press: number) {
  const step = 0.5 * Math.min(press, 1.3);
  const foot = 6 * step + 1.2;
  return {
    width: WIDE,
    height: foot + 1,
    places: [
      ...pyramid(0, step),
      heap('stock', 0, foot),
      ...wastes.map((pile, index) => heap(pile, (index + 1) * 1.15, foot)),
      heap('discard', WIDE - 1, foot),
    ],
  };
}

/**
 * On a wide table, the other piles lie in the corners beside the top of the pyramid. Three wastes are a column on the
 * left.
 */
function lying(wastes: string[], press: number) {
  const step = 0.36 * within(press, 1, 1.3);
  const column = wastes.length > 1;
  const left = column ? 1.15 : 0.3;
  const width = left + WIDE + 0.3;
  return {
    width,
    height: 6 * step + 1.04,
    places: [
      ...pyramid(left, step),
      heap('stock', column ? 1.15 : 0, 0),
      ...wastes.map((pile, index) => (column ? heap(pile, 0, index * 3 * step) : heap(pile, 1.15, 0))),
      heap('discard', width - 1, 0),
    ],
  };
}

export const layout: Layout<Unnamed> = {
  arrange: ({ piles }, narrow, press = 1) => {
    const wastes = Object.keys(piles).filter((pile) => pile.startsWith('waste'));
    return narrow ? upright(wastes, press) : lying(wastes, press);
  },

  gestures: (move, view): Gesture[] => {
    const [verb, one = '', other] = move.split(' ');
    if (verb === 'draw') {
      const says = 'waste3' in view.piles ? gettext('Turn three cards') : gettext('Turn a card');
      return [{ kind: 'tap', pile: 'stock', says }];
    }
    if (!other)
      return [
        { kind: 'tap', pile: one, says: gettext('Take it away') },
        { kind: 'carry', from: one, count: 1, to: 'discard', best: true },
      ];
    return [
      { kind: 'carry', from: one, count: 1, to: other },
      { kind: 'carry', from: other, count: 1, to: one },
    ];
  },

  spell: (from, _, to) => {
    if (to === 'stock') return null;
    return to === 'discard' ? `discard ${from}` : `discard ${from} ${to}`;
  },
};
