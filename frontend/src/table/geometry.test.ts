import { describe, expect, it } from 'vitest';
import { FACE_DOWN } from './cards';
import { aim, arrowBetween, fit, landing, liftOver, seen, SHAPE, type TablePlan, type Rect, type Room } from './geometry';
import type { Arrangement } from './layout';
import { layoutOf } from './layouts';
import type { View } from './view';

const STACKS = Array.from({ length: 11 }, (_, index) => String(index + 1));
const ROWS = STACKS.slice(0, 8);
const FOUNDATIONS = ['foundation-c', 'foundation-d', 'foundation-h', 'foundation-s'];
const PYRAMID = [...'abcdefg'].flatMap((row, size) => Array.from({ length: size + 1 }, (_, n) => `${row}${n + 1}`));

const up = (count: number) => Array.from({ length: count }, () => '7H');
const down = (count: number) => Array.from({ length: count }, () => FACE_DOWN);
const all = (names: string[], cards: string[]) => Object.fromEntries(names.map((name) => [name, cards]));

/** For each game, more cards on every pile than there can ever be. */
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

/** For each game, cards on its piles with which the table is longest. */
const FULLEST: Record<string, View['piles']> = {
  wish: DEEP['wish']!,
  winabit: {
    ...DEEP['winabit'],
    ...all(STACKS, up(1)),
    ...all(FOUNDATIONS, []),
    3: [...down(4), ...up(18)],
    8: up(13),
    9: [],
    10: [],
    11: [],
    stock: [],
    waste: up(4),
  },
  well: { ...DEEP['well'], ...all(ROWS, up(1)), ...all(FOUNDATIONS, up(1)), 2: up(16), 6: up(16), left: up(4), right: up(4) },
  pyramid: DEEP['pyramid']!,
  'three-by-three': DEEP['three-by-three']!,
};

/** For each game, the dealt cards that matter for the size of the table. */
const OPENINGS: Record<string, View['piles']> = {
  ...DEEP,
  winabit: { ...DEEP['winabit'], ...all(STACKS.slice(0, 7), [...down(4), ...up(1)]), ...all(STACKS.slice(7), []) },
  well: { ...all(ROWS, up(5)), ...all(['left', 'right'], up(4)), ...all(FOUNDATIONS, up(1)), well: [] },
};

/** The room for the table in these windows: phones upright and sideways, and a desk. */
const ROOMS: Record<string, Room> = {
  '390 by 844': { width: 382, height: 679 },
  '320 by 568': { width: 312, height: 404 },
  '844 by 390': { width: 667, height: 347 },
  '1280 by 800': { width: 1094, height: 741 },
};

/** For each game, the least width of a card of an opening in each of ROOMS, in pixels. */
const LEAST: Record<string, readonly number[]> = {
  wish: [114, 88, 114, 192],
  winabit: [61, 50, 58, 95],
  well: [73, 52, 71, 116],
  pyramid: [52, 43, 76, 125],
  'three-by-three': [116, 70, 78, 168],
};

/** The room that a window has for the table, beside the page's header, the facts, the text and the buttons. */
function roomIn(width: number, height: number): Room {
  if (width < 1.2 * height) return { width: width - 8, height: height - 164 };
  const [side, bars] = width >= 704 ? [186, 59] : [120, 79];
  return { width: width - side, height: height - bars };
}

/** Phones upright and sideways, tablets, and screens up to the largest. */
const WINDOWS = [320, 360, 390, 430, 568, 667, 768, 844, 932, 1024, 1280, 1920, 2560].flatMap((width) =>
  [320, 390, 430, 568, 667, 720, 844, 1024, 1440]
    .filter((height) => width >= 568 || height >= 568)
    .map((height) => [width, height] as const),
);

const viewOf = (game: string, piles: View['piles']) => ({ game, piles }) as View;

function plan(game: string, piles: View['piles'], width: number, height: number): TablePlan {
  return fit(layoutOf(game), viewOf(game, piles), { width, height }).plan;
}

/** Whether the whole table lies in its room. High heaps may lean over the edge onto the frame. */
function isInside(laid: TablePlan, room: Room): boolean {
  const lean = 1 + laid.card.height / 20;
  const rects = [...laid.spots.values()].flatMap(({ slot, cards }) => [slot, ...cards]);
  const lies = ({ x, y, width, height }: Rect) =>
    x >= -1 && x + width <= room.width + lean && y >= -lean && y + height <= room.height + lean;
  return laid.height <= room.height + 1 && rects.every(lies);
}

describe.each(Object.keys(DEEP))('the table of %s', (game) => {
  it('has a place for every pile, and for no other', () => {
    expect([...plan(game, DEEP[game]!, 316, 530).spots.keys()].sort()).toEqual(Object.keys(DEEP[game]!).sort());
  });

  it('numbers the rows and stacks that hints call by a number, and no other pile', () => {
    for (const narrow of [false, true])
      for (const { name, pile, numbered } of layoutOf(game).arrange(viewOf(game, DEEP[game]!), narrow).places)
        expect(Boolean(numbered), `${name}, ${pile}`).toBe(/^(row|stack) \d+$/.test(name));
  });

  it('is seen whole in every window, at its opening and when it is fullest', () => {
    const cut = WINDOWS.filter(([width, height]) => {
      const room = roomIn(width, height);
      return ![OPENINGS, FULLEST].every((tables) => isInside(plan(game, tables[game]!, room.width, room.height), room));
    });
    expect(cut).toEqual([]);
  });

  it('is seen whole even with more cards than there are', () => {
    for (const [width, height] of [[304, 408], [456, 240], [1100, 600]] as const)
      expect(isInside(plan(game, DEEP[game]!, width, height), { width, height }), `${width} by ${height}`).toBe(true);
  });

  it('has cards as large as fit: in no direction is there room for larger ones', () => {
    const ways = [false, true].map((narrow) => layoutOf(game).arrange(viewOf(game, OPENINGS[game]!), narrow));
    const small = WINDOWS.filter(([width, height]) => {
      const room = roomIn(width, height);
      const next = plan(game, OPENINGS[game]!, room.width, room.height).card.width + 1;
      const larger = (way: Arrangement) => way.width * next <= room.width && way.height * next * SHAPE <= room.height;
      return next <= 240 && ways.some(larger);
    });
    expect(small).toEqual([]);
  });

  it.each(Object.keys(ROOMS).map((window, nth) => [window, LEAST[game]![nth]!] as const))(
    'has no smaller cards in a window of %s than %i pixels',
    (window, least) => {
      const { width, height } = ROOMS[window]!;
      expect(plan(game, OPENINGS[game]!, width, height).card.width).toBeGreaterThanOrEqual(least);
    },
  );

  it('has legible cards on every phone, also when it is fullest, and handsome ones on a desk', () => {
    for (const [width, height, least] of [
      [320, 568, 36],
      [568, 320, 30],
      [844, 390, 39],
      [390, 844, 44],
      [1280, 720, 80],
    ] as const) {
      const room = roomIn(width, height);
      const opening = plan(game, OPENINGS[game]!, room.width, room.height).card.width;
      expect(opening, `${width} by ${height}`).toBeGreaterThanOrEqual(least);
      const fullest = plan(game, FULLEST[game]!, room.width, room.height).card.width;
      expect(fullest, `${width} by ${height}`).toBeGreaterThanOrEqual(0.7 * opening);
    }
  });
});

describe('a fan', () => {
  const stacks = (...cards: string[]) => plan('winabit', { ...all(STACKS, []), '3': cards }, 980, 580).spots.get('3')!;

  it('is as loose as it may be until it is long', () => {
    const step = (laid: ReturnType<typeof stacks>) => laid.cards.at(-1)!.y - laid.cards.at(-2)!.y;
    expect(step(stacks(...up(3)))).toBeCloseTo(step(stacks(...up(5))));
    expect(step(stacks(...up(20)))).toBeLessThan(step(stacks(...up(6))));
  });

  it('takes what height is left, and most of its indices are seen rather than slivers of larger cards', () => {
    const step = (height: number) => {
      const { cards, slot } = plan('well', { ...OPENINGS['well']!, '6': up(9) }, 312, height).spots.get('6')!;
      return (cards[1]!.y - cards[0]!.y) / slot.height;
    };
    expect(step(900)).toBeGreaterThan(0.35);
    expect(step(476)).toBeGreaterThan(0.19);
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
    const piles = { ...DEEP['well']!, right: up(4) };
    const spot = plan('well', piles, 980, 580).spots.get('right')!;
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

it('knows which cards lie under others, of which only the corner is seen', () => {
  const covered = (piles: View['piles']) =>
    [...plan('pyramid', piles, 316, 530).spots].flatMap(([pile, spot]) => (spot.covered ? [pile] : []));
  const piles = { ...DEEP['pyramid']! };
  expect(covered(piles)).toEqual(PYRAMID.filter((pile) => !pile.startsWith('g')));
  expect(covered({ ...piles, g1: [], g2: [] })).not.toContain('f1');
  expect(covered({ ...piles, g1: [] })).toContain('f1');
});

it('points from card to card with an arrow that ends short of both', () => {
  const card = { width: 50, height: 70 };
  expect(arrowBetween({ x: 0, y: 0, ...card }, { x: 200, y: 0, ...card }, 50)).toEqual({ x: 40, y: 35, length: 170, angle: 0 });
  const { length, angle } = arrowBetween({ x: 0, y: 100, ...card }, { x: 0, y: 0, ...card }, 50);
  expect([length, angle]).toEqual([70, -Math.PI / 2]);
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

  it('is drawn to the nearest pile that may take it, if one is within reach', () => {
    const below = at('4', 0, 1.2 * laid.card.height);
    expect(aim(laid, below, new Set(['4', '9']))).toBe('4');
    expect(aim(laid, below, new Set(['9']))).toBeNull();
  });

  it('is meant for the pile under the finger that holds it from below, if that may take it', () => {
    const { x, y } = at('4', 5, 5);
    expect(aim(laid, at('5', 0, 20), new Set(['4']), { x, y })).toBe('4');
    expect(aim(laid, at('5', 0, 20), new Set(), { x, y })).toBe('5');
    expect(aim(laid, at('5', 0, 20), new Set(['4', '5']), { x, y })).toBe('5');
  });

  it('lies on the cards of its new pile as if it had always lain there, or on its place', () => {
    const full = plan('winabit', { ...piles, '4': up(2) }, 980, 580).spots.get('4')!;
    const dealt = plan('winabit', { ...piles, '4': up(3) }, 980, 580).spots.get('4')!;
    expect(landing(full).y).toBeCloseTo(dealt.cards.at(-1)!.y);
    expect(landing(laid.spots.get('stock')!)).toEqual(laid.spots.get('stock')!.slot);
  });

  it('was seen over the finger, which held its foot', () => {
    const card = { x: 0, y: 100, width: 50, height: 80 };
    expect(liftOver({ x: 20, y: 110 }, card)).toBe(58);
    expect(liftOver({ x: 20, y: 178 }, card)).toBe(0);
  });
});

describe.each([
  ['winabit', 320, 408],
  ['winabit', 980, 580],
  ['well', 320, 408],
])('a long pile of %s on a table of %i', (game, width, height) => {
  const laid = plan(game, FULLEST[game]!, width, height);

  it('shows something of every card', () => {
    for (const pile of STACKS) {
      const spot = laid.spots.get(pile);
      for (const { rect } of spot ? seen(spot) : []) expect(rect.height).toBeGreaterThanOrEqual(0.08 * laid.card.height);
    }
  });

  it('lies on no other', () => {
    const spots = [...laid.spots.values()];
    for (const { area, place } of spots)
      for (const other of spots)
        if (other.place !== place && other.area.x === area.x && other.area.y > area.y)
          expect(area.y + area.height).toBeLessThanOrEqual(other.area.y);
  });
});
