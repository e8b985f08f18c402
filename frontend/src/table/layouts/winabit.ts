/** WinABit: eleven stacks; above them stock, waste, the pulled card and the foundations. */

import { depth } from '../geometry';
import { COLUMN, HEAP, ROW, foundations, homeOf, isEmpty, top, type Fan, type Layout, type Unnamed } from '../layout';

const STACKS = Array.from({ length: 11 }, (_, index) => String(index + 1));

/** `pressed` leaves enough of a face-down card for a finger, because each of them may be pulled. */
const stack = (pile: string, x: number, y: number, room: number, pressed: Pick<Fan, 'shut' | 'least'>): Unnamed => ({
  pile,
  x,
  y,
  fan: { x: 0, y: 0.29, room, ...pressed },
});

export const layout: Layout<Unnamed> = {
  /** On a phone the four stacks that kings start lie below the seven that are dealt. */
  arrange: ({ piles }, narrow, press = 1) => {
    const y = ROW + 0.06;
    const deep = narrow ? 3.5 : 3.3;
    const columns = narrow ? 7 : 11;
    const pressed = narrow ? { shut: 0.75, least: 0.26 * press } : { shut: 0.55, least: 0.22 * press };
    const stacks = STACKS.slice(0, 7).map((pile, index) => stack(pile, index * COLUMN, y, deep, pressed));
    const below = y + Math.max(...stacks.map(({ pile, fan }) => depth(fan, piles[pile] ?? []))) + 0.1;
    return {
      width: (columns - 1) * COLUMN + 1,
      height: y + deep + (narrow ? 3 : 0),
      places: [
        { pile: 'stock', x: 0, y: 0, fan: HEAP, counted: true },
        { pile: 'waste', x: COLUMN, y: 0, fan: HEAP, counted: true },
        { pile: 'pulled', x: (narrow ? 2 : 3.5) * COLUMN, y: 0, fan: HEAP, bare: true },
        ...foundations((index) => ({ x: (columns - 4 + index) * COLUMN, y: 0 })),
        ...stacks,
        ...STACKS.slice(7).map((pile, index) =>
          narrow
            ? stack(pile, (index + 1.5) * COLUMN, below, 2.9, pressed)
            : stack(pile, (index + 7) * COLUMN, y, deep, pressed),
        ),
      ],
    };
  },

  gestures: (move, view) => {
    const [verb, from = '', target = '', number] = move.split(' ');
    switch (verb) {
      case 'turn':
        return [{ kind: 'tap', pile: 'stock', says: 'Turn a card' }];
      case 'redeal':
        return [{ kind: 'tap', pile: 'stock', says: 'Turn the waste over' }];
      case 'return':
        return [
          { kind: 'tap', pile: 'pulled', says: 'Put it back' },
          { kind: 'button', says: 'Put the pulled card back' },
        ];
      case 'pull':
        return [
          {
            kind: 'ask',
            pile: from,
            index: Number(target) - 1,
            question: 'Pulling a face-down card is a cheat, and is counted.',
            yes: 'Pull this card: a cheat',
          },
        ];
    }
    const count = Number(number ?? 1);
    if (target === 'foundation')
      return [{ kind: 'carry', from, count, to: homeOf(top(view, from)), best: true }];
    const to = target === 'new' ? STACKS.find((pile) => isEmpty(view, pile)) : target;
    return to ? [{ kind: 'carry', from, count, to }] : [];
  },

  spell: (from, count, to, view) => {
    const number = count > 1 ? ` ${count}` : '';
    if (STACKS.includes(to)) return `move ${from} ${isEmpty(view, to) ? 'new' : to}${number}`;
    return to.startsWith('foundation') && count === 1 ? `move ${from} foundation` : null;
  },
};
