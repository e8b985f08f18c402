/** Pyramid: seven rows, each over the one above it; the stock, and one or three piles turned from it. */

import { HEAP, type Gesture, type Layout, type Unnamed } from '../layout';

const COLUMN = 1.05;
const ROWS = [...'abcdefg'];
/** From one row to the next: the visible part of a card that two others cover. */
const STEP = 0.5;
const WIDE = 6 * COLUMN + 1;

export const layout: Layout<Unnamed> = {
  arrange: (view, narrow) => {
    const edge = narrow ? 0 : 1.75;
    const pyramid: Unnamed[] = ROWS.flatMap((letter, row) =>
      Array.from({ length: row + 1 }, (_, column) => ({
        pile: `${letter}${column + 1}`,
        x: edge + ((6 - row) / 2 + column) * COLUMN,
        y: row * STEP,
        fan: HEAP,
        bare: true,
      })),
    );
    const wastes = Object.keys(view.piles).filter((pile) => pile.startsWith('waste'));
    const foot = 6 * STEP + 1.2;
    const turned: Unnamed[] = wastes.map((pile, index) => ({
      pile,
      ...(narrow ? { x: (index + 1) * 1.15, y: foot } : { x: 0, y: (index + 1) * 1.08 }),
      fan: HEAP,
      counted: true,
    }));
    const discard = narrow ? { x: WIDE - 1, y: foot } : { x: 2 * edge + WIDE - 1, y: 0 };
    return {
      width: WIDE + 2 * edge,
      height: narrow ? foot + 1 : 6 * STEP + (wastes.length === 1 ? 1 : 1.24),
      places: [
        ...pyramid,
        { pile: 'stock', x: 0, y: narrow ? foot : 0, fan: HEAP, counted: true },
        ...turned,
        { pile: 'discard', ...discard, fan: HEAP, counted: true },
      ],
    };
  },

  gestures: (move, view): Gesture[] => {
    const [verb, one = '', other] = move.split(' ');
    if (verb === 'draw') {
      const says = 'waste3' in view.piles ? 'Turn three cards' : 'Turn a card';
      return [{ kind: 'tap', pile: 'stock', says }];
    }
    if (!other)
      return [
        { kind: 'tap', pile: one, says: 'Take it away' },
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
