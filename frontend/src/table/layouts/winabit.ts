/**
 * WinABit: eleven stacks, and above them the hand (the stock and the waste), the pulled card and the foundations.
 */

import { gettext } from '../../gettext';
import { depth, SHAPE } from '../geometry';
import { CAPTION, HEAP, NUMBER, foundations, homeOf, isEmpty, top, type Layout, type Unnamed } from '../layout';

const COLUMN = 1.04;
/** On a phone the stacks are in two rows, and the second row ends with the pulled card. */
const ACROSS = 6;
const STACKS = Array.from({ length: 11 }, (_, index) => String(index + 1));

/**
 * A stack. `pressed` limits how far its cards may be pressed together: each face-down card may be pulled, so a finger
 * must be able to reach it.
 */
const stack = (pile: string, x: number, y: number, room: number, pressed: { shut: number; least: number }): Unnamed => ({
  pile,
  x,
  y,
  fan: { x: 0, y: Math.max(0.29, pressed.least), room, ...pressed },
  numbered: true,
});

export const layout: Layout<Unnamed> = {
  arrange: ({ piles }, narrow, press = 1) => {
    const number = NUMBER / SHAPE;
    const y = CAPTION + 1 + number;
    const columns = narrow ? ACROSS : STACKS.length;
    const [upper, lower] = narrow ? [2.2, 2] : [2.3, 0];
    const pressed = narrow ? { shut: 0.75, least: 0.26 * press } : { shut: 0.7, least: 0.22 * press };
    const row = (piles: string[], y: number, room: number) =>
      piles.map((pile, index) => stack(pile, index * COLUMN, y, room, pressed));
    const above = row(STACKS.slice(0, columns), y, upper);
    const below = y + Math.max(...above.map(({ pile, fan }) => depth(fan, piles[pile] ?? []))) + number;
    const pulled = narrow ? { x: 5 * COLUMN, y: below } : { x: 3.5 * COLUMN, y: CAPTION };
    return {
      width: (columns - 1) * COLUMN + 1,
      height: y + upper + (narrow ? number + lower : 0),
      captions: [{ words: (cards) => gettext('hand {cards}', { cards }), piles: ['stock', 'waste'] }],
      places: [
        { pile: 'stock', x: 0, y: CAPTION, fan: HEAP, counted: true },
        { pile: 'waste', x: COLUMN, y: CAPTION, fan: HEAP, counted: true },
        ...foundations((index) => ({ x: (columns - 4 + index) * COLUMN, y: CAPTION })),
        { pile: 'pulled', ...pulled, fan: HEAP, bare: true },
        ...above,
        ...row(STACKS.slice(columns), below, lower),
      ],
    };
  },

  gestures: (move, view) => {
    const [verb, from = '', target = '', number] = move.split(' ');
    switch (verb) {
      case 'turn':
        return [{ kind: 'tap', pile: 'stock', says: gettext('Turn a card') }];
      case 'redeal':
        return [{ kind: 'tap', pile: 'stock', says: gettext('Turn the waste over') }];
      case 'return':
        return [
          { kind: 'tap', pile: 'pulled', says: gettext('Put it back') },
          { kind: 'button', says: gettext('Put the pulled card back') },
        ];
      case 'pull':
        return [
          {
            kind: 'ask',
            pile: from,
            index: Number(target) - 1,
            question: gettext('Pulling a face-down card is a cheat, and is counted.'),
            yes: gettext('Pull this card: a cheat'),
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
