import { describe, expect, it } from 'vitest';
import { buttons, drag, drop, EMPTY, movable, optionsOf, pilesOf, routeOf, tap, targets, type Hands } from './hands';
import { layoutOf } from './layouts';
import type { View } from './view';

function options(game: string, piles: View['piles'], legal: string[], hinted: string | null = null) {
  const view = { game, rules: {}, ply: 0, finished: false, won: false, score: 0, piles, legal };
  return optionsOf(view, layoutOf(game), false, hinted);
}

const holding = (pile: string, index: number): Hands => ({ kind: 'holding', from: { pile, index }, dragged: true, since: 0 });

const winabit = options(
  'winabit',
  { 1: ['??', '8S', '7H'], 2: ['??', '8C'], 3: ['6S'], 4: [], 5: [], stock: ['??'], waste: ['AH'], 'foundation-h': [] },
  ['move 1 2', 'move waste foundation', 'move 3 1', 'turn', 'pull 1 1', 'pull 2 1'],
);

describe('a tap', () => {
  it('picks up a card that can be carried, and a second one lays it down', () => {
    const { hands } = tap(winabit, EMPTY, { pile: '1', index: 2 }, 0);
    expect(targets(winabit, hands)).toEqual(new Set(['2']));
    expect(tap(winabit, hands, { pile: '2', index: 1 }, 900).move).toBe('move 1 2');
  });

  it('on the card that is held puts it down again', () => {
    const { hands } = tap(winabit, EMPTY, { pile: '1', index: 2 }, 0);
    expect(tap(winabit, hands, { pile: '1', index: 2 }, 900)).toEqual({ hands: EMPTY, note: 'Put back.' });
  });

  it('of a key on the card that is held puts it down again, however soon', () => {
    const { hands } = tap(winabit, EMPTY, { pile: '1', index: 2 }, Infinity);
    expect(tap(winabit, hands, { pile: '1', index: 2 }, Infinity)).toEqual({ hands: EMPTY, note: 'Put back.' });
  });

  it('on another card that can be carried takes that one instead', () => {
    const { hands } = tap(winabit, EMPTY, { pile: '1', index: 2 }, 0);
    const next = tap(winabit, hands, { pile: '3', index: 0 }, 900).hands;
    expect(next).toMatchObject({ kind: 'holding', from: { pile: '3' } });
  });

  it('on the stock turns a card, also with another card in hand', () => {
    expect(tap(winabit, EMPTY, { pile: 'stock', index: 0 }, 0).move).toBe('turn');
    expect(tap(winabit, holding('1', 2), { pile: 'stock', index: 0 }, 0).move).toBe('turn');
  });

  it('on a card that cannot move says so, and on an empty place nothing', () => {
    expect(tap(winabit, EMPTY, { pile: '2', index: 1 }, 0).note).toBe('That card cannot move now.');
    expect(tap(winabit, EMPTY, { pile: '4', index: 0 }, 0)).toEqual({ hands: EMPTY });
  });

  it('on a card or a place that is explained says why', () => {
    const why = { reasons: { 2: ['no stack takes 8♣'] }, takes: { 4: 'a king' } };
    const told = { ...winabit, view: { ...winabit.view, ...why } };
    expect(tap(told, EMPTY, { pile: '2', index: 1 }, 0)).toEqual({ hands: EMPTY, note: 'No stack takes 8♣.' });
    expect(tap(told, EMPTY, { pile: '4', index: 0 }, 0)).toEqual({ hands: EMPTY, note: 'This place takes a king.' });
    const below = tap(told, holding('1', 2), { pile: '1', index: 1 }, 0);
    expect(below).toEqual({ hands: EMPTY, note: 'That card cannot move now.' });
  });

  it('on a face-down card asks before it cheats', () => {
    const asked = tap(winabit, EMPTY, { pile: '2', index: 0 }, 0);
    expect(asked.move).toBeUndefined();
    expect(asked.hands).toMatchObject({ kind: 'asking', option: { move: 'pull 2 1' } });
    expect(tap(winabit, asked.hands, { pile: '2', index: 0 }, 1).hands).toEqual(EMPTY);
    expect(tap(winabit, asked.hands, { pile: '1', index: 0 }, 1).hands).toMatchObject({ option: { move: 'pull 1 1' } });
  });

  it('that is double plays a card to its only place', () => {
    const { hands } = tap(winabit, EMPTY, { pile: '1', index: 2 }, 1000);
    expect(tap(winabit, hands, { pile: '1', index: 2 }, 1200).move).toBe('move 1 2');
  });

  it('that is double prefers a foundation; without one it keeps the card in hand, and says why', () => {
    const piles = { 1: ['2H'], 2: ['3S'], 3: ['3C'], 'foundation-h': ['AH'] };
    const double = (legal: string[], time = 100) => {
      const choice = options('winabit', piles, legal);
      return tap(choice, holding('1', 0), { pile: '1', index: 0 }, time);
    };
    expect(double(['move 1 2', 'move 1 3', 'move 1 foundation']).move).toBe('move 1 foundation');
    const several = double(['move 1 2', 'move 1 3']);
    expect(several.move).toBeUndefined();
    expect(several.hands).toMatchObject({ kind: 'holding', from: { pile: '1', index: 0 } });
    expect(several.note).toBe('It may go to more than one place: tap where it should go.');
    expect(double(['move 1 2', 'move 1 3'], 900)).toEqual({ hands: EMPTY, note: 'Put back.' });
  });
});

describe('a run that a hint rings', () => {
  const piles = { 1: ['??', '9D', '8S', '7H'], 2: ['9H'], 3: ['TC'], 4: ['8C'], 'foundation-h': ['6H'] };
  const hinted = options('winabit', piles, ['move 1 3 3', 'move 1 4', 'move 1 foundation'], 'move 1 3 3');
  const at = (index: number) => ({ pile: '1', index });

  it('is moved by a tap on any card of it', () => {
    for (const index of [1, 2, 3]) expect(tap(hinted, EMPTY, at(index), 0)).toEqual({ hands: EMPTY, move: 'move 1 3 3' });
  });

  it('is dragged by any card of it', () => {
    for (const index of [1, 2, 3]) expect(drag(hinted, at(index))).toMatchObject({ from: { pile: '1', index: 1 } });
  });

  it('leaves the other cards, and cards in the hand, as they are', () => {
    expect(tap(hinted, EMPTY, at(0), 0).move).toBeUndefined();
    const { hands } = tap({ ...hinted, hinted: null }, EMPTY, at(3), 0);
    expect(tap(hinted, hands, at(3), 900)).toEqual({ hands: EMPTY, note: 'Put back.' });
  });
});

it('a move is marked on the piles that it takes from and goes to', () => {
  expect(pilesOf(winabit, 'move 1 2')).toEqual(new Set(['1', '2']));
  expect(pilesOf(winabit, 'turn')).toEqual(new Set(['stock']));
  expect(pilesOf(winabit, 'pull 2 1')).toEqual(new Set(['2']));
  expect(pilesOf(winabit, null)).toEqual(new Set());
});

describe('a drag', () => {
  const sets = options('winabit', { 1: ['??', '9D', '8S', '7H'], 2: ['9H'], 3: ['TC'], 4: [], 5: [] }, [
    'move 1 2 2',
    'move 1 3 3',
  ]);

  it('begins where something may be carried from, and only there', () => {
    expect(drag(sets, { pile: '1', index: 2 })).toMatchObject({ from: { pile: '1', index: 2 } });
    expect(drag(sets, { pile: '1', index: 3 })).toBeNull();
    expect(drag(sets, { pile: '1', index: 0 })).toBeNull();
    expect(drag(sets, { pile: '4', index: 0 })).toBeNull();
  });

  it('carries as many cards as lie there', () => {
    expect(drop(sets, holding('1', 2), '2').move).toBe('move 1 2 2');
    expect(drop(sets, holding('1', 1), '3').move).toBe('move 1 3 3');
  });

  it('to a pile that may not take it is tried, so that the engine says why', () => {
    expect(drop(sets, holding('1', 2), '3')).toEqual({ hands: EMPTY, tried: 'move 1 3 2' });
    expect(drop(sets, holding('1', 2), '5')).toEqual({ hands: EMPTY, tried: 'move 1 new 2' });
  });

  it('to a pile that says what it takes is told that', () => {
    const told = { ...sets, view: { ...sets.view, takes: { 3: 'a red 9', stock: 'nothing: it only gives' } } };
    expect(drop(told, holding('1', 2), '3')).toEqual({ hands: EMPTY, note: 'This pile takes a red 9.' });
    expect(drop(told, holding('1', 2), 'stock').note).toMatch(/takes nothing: it only gives/);
    expect(drop(told, holding('1', 2), '2').move).toBe('move 1 2 2');
  });

  it('to where no move could lead says so, and back to its own pile says nothing', () => {
    expect(drop(sets, holding('1', 2), 'stock')).toEqual({ hands: EMPTY, note: 'Not there.' });
    expect(drop(sets, holding('1', 2), null)).toEqual({ hands: EMPTY, note: 'Not there.' });
    expect(drop(sets, holding('1', 2), '1')).toEqual({ hands: EMPTY });
  });

  it('to any foundation or empty place means the one that takes the card', () => {
    const taken = Object.fromEntries([...'12345678'].map((pile) => [pile, ['??', pile === '1' ? 'KH' : '3C']]));
    const king = options('winabit', { ...taken, 9: [], 10: [] }, ['move 1 new', 'move 1 foundation']);
    expect(targets(king, holding('1', 1))).toContain('9');
    expect(drop(king, holding('1', 1), '10').move).toBe('move 1 new');
    expect(drop(king, holding('1', 1), 'foundation-c').move).toBe('move 1 foundation');
  });
});

describe('with a tap that plays', () => {
  const playing = { ...winabit, tapPlays: true };

  it('a card with one move goes there, and a card with several is picked up', () => {
    expect(tap(playing, EMPTY, { pile: '1', index: 2 }, 0)).toEqual({ hands: EMPTY, move: 'move 1 2' });
    const several = optionsOf({ ...winabit.view, legal: ['move 1 2', 'move 1 3'] }, layoutOf('winabit'), true);
    expect(tap(several, EMPTY, { pile: '1', index: 2 }, 0).hands).toMatchObject({ kind: 'holding' });
  });

  it('what needs care is still asked about, and what cannot move still says so', () => {
    expect(tap(playing, EMPTY, { pile: '2', index: 0 }, 0).hands).toMatchObject({ kind: 'asking' });
    expect(tap(playing, EMPTY, { pile: '2', index: 1 }, 0).note).toBe('That card cannot move now.');
  });

  it('a card that may go to one place only, drawn as several, still has one move', () => {
    const king = options('winabit', { 1: ['??', 'KH'], 8: [], 9: [], 10: [], 11: [] }, ['move 1 new']);
    expect(tap({ ...king, tapPlays: true }, EMPTY, { pile: '1', index: 1 }, 0).move).toBe('move 1 new');
  });
});

describe('what is shown', () => {
  it('is what can be picked up or tapped, from the lowest card up, and nothing that is asked about first', () => {
    expect(movable(winabit)).toEqual([
      { pile: '1', index: 2 },
      { pile: 'waste', index: 0 },
      { pile: '3', index: 0 },
      { pile: 'stock', index: 0 },
    ]);
    const sets = options('winabit', { 1: ['??', '9S', '8H', '7C'], 2: ['9D'] }, ['move 1 2', 'move 1 2 3', 'move 1 2 2']);
    expect(movable(sets)).toEqual([{ pile: '1', index: 1 }]);
  });

  it('of a move is its route: the cards that it takes, and where they go', () => {
    const sets = options('winabit', { 1: ['??', '9S', '8H', '7C'], 2: ['TD'] }, ['move 1 2 3', 'pull 1 1', 'turn']);
    expect(routeOf(sets, 'move 1 2 3')).toEqual({ from: [{ pile: '1', index: 1 }], to: { pile: '2', index: 0 } });
    expect(routeOf(sets, 'pull 1 1')).toEqual({ from: [{ pile: '1', index: 0 }], to: null });
    expect(routeOf(sets, 'turn')).toEqual({ from: [{ pile: 'stock', index: 0 }], to: null });
    expect(routeOf(sets, null)).toEqual({ from: [], to: null });
    const wish = options('wish', { 1: ['??', '8C'], 2: ['8S'], discard: [] }, ['pair 1 2']);
    const pair = [
      { pile: '1', index: 1 },
      { pile: '2', index: 0 },
    ];
    expect(routeOf(wish, 'pair 1 2')).toEqual({ from: pair, to: null });
    const square = options('three-by-three', { turned: ['8C'], nw: ['8S'] }, ['place nw']);
    expect(routeOf(square, 'place nw')).toEqual({ from: [{ pile: 'turned', index: 0 }], to: { pile: 'nw', index: 0 } });
  });
});

describe('the other games', () => {
  it('Wish: either card of a pair is carried onto the other', () => {
    const wish = options('wish', { 2: ['8C'], 3: ['8S'], 4: ['9S'], discard: [] }, ['pair 2 3']);
    expect(drop(wish, holding('2', 0), '3').move).toBe('pair 2 3');
    expect(drop(wish, holding('3', 0), '2').move).toBe('pair 2 3');
    expect(drop(wish, holding('3', 0), '4').tried).toBe('pair 3 4');
  });

  it('Pyramid: a king goes at a tap, a pair one onto the other', () => {
    const pyramid = options('pyramid', { g1: ['JS'], g4: ['KS'], waste: ['2D'], stock: ['??'], discard: [] }, [
      'draw',
      'discard g4',
      'discard g1 waste',
    ]);
    expect(tap(pyramid, EMPTY, { pile: 'g4', index: 0 }, 0).move).toBe('discard g4');
    expect(drop(pyramid, holding('g4', 0), 'discard').move).toBe('discard g4');
    expect(drop(pyramid, holding('waste', 0), 'g1').move).toBe('discard g1 waste');
    expect(drop(pyramid, holding('g1', 0), 'discard').tried).toBe('discard g1');
    expect(tap(pyramid, EMPTY, { pile: 'stock', index: 0 }, 0).move).toBe('draw');
  });

  it('Well: a card is carried to a row, the well or its own foundation', () => {
    const well = options('well', { 1: ['KD'], 2: ['QD'], left: ['9C'], well: [], 'foundation-d': ['AD'] }, [
      'move 1 2',
      'move 1 well',
      'move 1 foundation',
    ]);
    expect(targets(well, holding('1', 0))).toEqual(new Set(['2', 'well', 'foundation-d']));
    expect(tap(well, holding('1', 0), { pile: '1', index: 0 }, 100).move).toBe('move 1 foundation');
    expect(drop(well, holding('1', 0), 'left').note).toBe('Not there.');
  });

  it('Three By Three: a card is turned, then placed by carrying or with one tap; a round is dealt', () => {
    const square = { nw: ['QH'], n: ['??'], ne: ['6H'], stock: ['??'], turned: [] };
    expect(tap(options('three-by-three', square, ['turn n']), EMPTY, { pile: 'n', index: 0 }, 0).move).toBe('turn n');
    const turned = options('three-by-three', { ...square, n: [], turned: ['3S'] }, ['place nw', 'place ne']);
    expect(tap(turned, EMPTY, { pile: 'ne', index: 0 }, 0).move).toBe('place ne');
    expect(drop(turned, holding('turned', 0), 'nw').move).toBe('place nw');
    const over = options('three-by-three', square, ['deal']);
    expect(tap(over, EMPTY, { pile: 'stock', index: 0 }, 0).move).toBe('deal');
    expect(buttons(over).map(({ move }) => move)).toEqual(['deal']);
  });
});

it('no game without a layout gets a table', () => {
  expect(() => layoutOf('freecell')).toThrow('freecell');
});
