import { describe, expect, it } from 'vitest';
import { FACE_DOWN } from './cards';
import { aim, lay, seen, type Plan, type Rect } from './geometry';
import { layoutOf } from './layouts';
import type { View } from './view';

const STACKS = Array.from({ length: 11 }, (_, index) => String(index + 1));
const ROWS = STACKS.slice(0, 8);
const FOUNDATIONS = ['foundation-c', 'foundation-d', 'foundation-h', 'foundation-s'];
const PYRAMID = [...'abcdefg'].flatMap((row, size) => Array.from({ length: size + 1 }, (_, n) => `${row}${n + 1}`));

const up = (count: number) => Array.from({ length: count }, () => '7H');
const down = (count: number) => Array.from({ length: count }, () => FACE_DOWN);
const all = (names: string[], cards: string[]) => Object.fromEntries(names.map((name) => [name, cards]));

/** Each game with more cards on every pile than it will ever have there. */
const DEEP: Record<string, View['piles']> = {
  wish: { ...all(ROWS, [...down(3), ...up(1)]), discard: up(32) },
  winabit: {
    ...all(STACKS, [...down(4), ...up(20)]),
    ...all(FOUNDATIONS, up(13)),
    stock: down(21),
    waste: up(21),
    pulled: up(1),
  },
  well: { ...all([...ROWS, 'left', 'right'], up(13)), ...all(FOUNDATIONS, up(13)), well: up(1) },
  pyramid: { ...all(PYRAMID, up(1)), stock: down(24), waste1: up(8), waste2: up(8), waste3: up(8), discard: up(52) },
  'three-by-three': {
    ...all(['nw', 'ne', 'sw', 'se'], up(20)),
    ...all(['n', 'w', 'c', 'e', 's'], down(6)),
    stock: down(45),
    turned: up(1),
  },
};

/** Piles of a length that most games come to. */
const USUAL: Record<string, View['piles']> = {
  ...DEEP,
  winabit: { ...DEEP['winabit'], ...all(STACKS, [...down(4), ...up(4)]) },
  well: { ...DEEP['well'], ...all([...ROWS, 'left', 'right'], up(6)) },
};

function plan(game: string, piles: View['piles'], width: number, height: number): Plan {
  const view = { game, piles } as View;
  return lay(layoutOf(game).arrange(view, width < 560), piles, width, height);
}

const rectsOf = (laid: Plan): Rect[] => [...laid.spots.values()].flatMap(({ slot, cards }) => [slot, ...cards]);

describe.each(Object.keys(DEEP))('the table of %s', (game) => {
  const piles = DEEP[game]!;

  it('has a place for every pile, and for no other', () => {
    expect([...plan(game, piles, 316, 530).spots.keys()].sort()).toEqual(Object.keys(piles).sort());
  });

  it.each([
    [312, 530],
    [700, 740],
    [980, 580],
  ])('fits a width of %i, however deep its piles are, and a height of %i if they are not', (width, height) => {
    const laid = plan(game, piles, width, height);
    // A high heap leans over the edge a little, onto the frame.
    const lean = laid.card.height / 20;
    for (const rect of rectsOf(laid)) {
      expect(rect.x).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width).toBeLessThanOrEqual(width + lean);
      expect(rect.y).toBeGreaterThanOrEqual(-lean);
      expect(rect.y + rect.height).toBeLessThanOrEqual(laid.height + 1);
    }
    expect(plan(game, USUAL[game]!, width, height).height).toBeLessThanOrEqual(height + 8);
  });

  it('has legible cards on a phone, and handsome ones on a desk', () => {
    expect(plan(game, piles, 312, 530).card.width).toBeGreaterThanOrEqual(39);
    expect(plan(game, piles, 980, 580).card.width).toBeGreaterThanOrEqual(70);
  });

  it('keeps its cards legible in a low window', () => {
    expect(plan(game, piles, 700, 200).card.width).toBeGreaterThanOrEqual(39);
  });
});

describe('a fan', () => {
  const stacks = (...cards: string[]) => plan('winabit', { ...all(STACKS, []), '3': cards }, 980, 580).spots.get('3')!;

  it('is as loose as it may be until it is long', () => {
    const step = (laid: ReturnType<typeof stacks>) => laid.cards.at(-1)!.y - laid.cards.at(-2)!.y;
    expect(step(stacks(...up(3)))).toBeCloseTo(step(stacks(...up(6))));
    expect(step(stacks(...up(20)))).toBeLessThan(step(stacks(...up(6))));
  });

  it('shows less of what lies face down', () => {
    const [first, second, third] = stacks(FACE_DOWN, '7H', '6S').cards;
    expect(second!.y - first!.y).toBeLessThan(0.8 * (third!.y - second!.y));
  });

  it('shows a strip of each card, and all of the uppermost', () => {
    const spot = stacks('7H', '6S', '5H');
    const shown = seen(spot).map(({ rect }) => rect.height);
    expect(shown[0]).toBeLessThan(spot.slot.height / 2);
    expect(shown[2]).toBe(spot.slot.height);
  });

  it('that grows to the left shows the right sides of its cards', () => {
    const piles = { ...DEEP['well']!, '5': up(5) };
    const spot = plan('well', piles, 980, 580).spots.get('5')!;
    const [lowest] = seen(spot);
    expect(lowest!.rect.x + lowest!.rect.width).toBeCloseTo(spot.slot.x + spot.slot.width);
    expect(spot.cards.at(-1)!.x).toBeLessThan(spot.slot.x);
  });
});

it('shows of a heap its uppermost card alone, and of an empty pile its place', () => {
  const laid = plan('wish', { ...DEEP['wish']!, '2': [] }, 316, 530);
  expect(seen(laid.spots.get('1')!).map(({ index }) => index)).toEqual([3]);
  expect(seen(laid.spots.get('2')!)).toEqual([{ index: 0, rect: laid.spots.get('2')!.slot }]);
});

describe('a card that is let go', () => {
  const piles = { ...all(STACKS, up(1)), ...all(FOUNDATIONS, []), stock: [], waste: [], pulled: [] };
  const laid = plan('winabit', piles, 980, 580);
  const at = (pile: string, x = 0, y = 0) => {
    const { slot } = laid.spots.get(pile)!;
    return { ...slot, x: slot.x + x, y: slot.y + y };
  };

  it('is meant for the pile that it covers most', () => {
    expect(aim(laid, at('4', 20), new Set())).toBe('4');
    expect(aim(laid, at('4', -20), new Set())).toBe('4');
  });

  it('is meant for a pile that may take it rather than for one that may not', () => {
    const between = laid.card.width * 0.6;
    expect(aim(laid, at('4', between), new Set())).toBe('5');
    expect(aim(laid, at('4', between), new Set(['4']))).toBe('4');
  });

  it('is meant for none on the bare cloth', () => {
    expect(aim(laid, at('4', 0, 1.5 * laid.card.height), new Set(['4']))).toBeNull();
  });
});

describe.each([
  ['winabit', 320],
  ['winabit', 980],
  ['well', 320],
])('a long pile of %s on a table of %i', (game, width) => {
  const laid = plan(game, DEEP[game]!, width, 560);
  const usual = plan(game, USUAL[game]!, width, 560);

  it('shows the index of every card', () => {
    for (const pile of STACKS) {
      const spot = laid.spots.get(pile);
      for (const { rect, index } of spot ? seen(spot) : [])
        if (DEEP[game]![pile]![index] !== FACE_DOWN)
          expect(rect.height).toBeGreaterThanOrEqual(0.2 * laid.card.height);
    }
  });

  it('makes the table higher and its cards no smaller, and lies on no other', () => {
    expect(laid.height).toBeGreaterThan(usual.height);
    expect(laid.card.width).toBe(usual.card.width);
    const [upper, lower] = [laid.spots.get('1')!, laid.spots.get(game === 'well' ? '5' : '8')!];
    if (upper.area.x === lower.area.x) expect(upper.area.y + upper.area.height).toBeLessThan(lower.area.y);
  });
});
