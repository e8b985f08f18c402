import { describe, expect, it } from 'vitest';
import { begin, follow } from './identity';
import { layoutOf } from './layouts';
import { changeInWords, heldInWords, movableInWords, pileInWords } from './speech';
import type { View } from './view';

const arrangement = (game: string) => layoutOf(game).arrange({ game, piles: {} } as View, false);
const place = (game: string, pile: string) => arrangement(game).places.find((found) => found.pile === pile)!;

describe('a pile', () => {
  const said = (game: string, pile: string, cards: string[], takes?: string, way?: 'up' | 'either') =>
    pileInWords(place(game, pile), {
      piles: { [pile]: cards },
      ...(takes && { takes: { [pile]: takes } }),
      ...(way && { directions: { [pile]: way } }),
      templates: ['{9H}'],
    });

  it('is told from the bottom', () => {
    expect(said('winabit', '3', ['??', '??', '7H', '6S'])).toBe(
      'Stack 3: 2 face down, then seven of hearts, six of spades',
    );
    expect(said('well', 'left', ['AC', 'TD'])).toBe('The left row: ace of clubs, ten of diamonds');
  });

  it('that is a heap is told by its top card', () => {
    expect(said('winabit', 'waste', ['2C', 'X1'])).toBe('The waste: 2 cards, on top joker');
    expect(said('pyramid', 'a1', ['KD'])).toBe('Row 1, place 1: king of diamonds');
    expect(said('wish', '4', ['??', '??', 'QS'])).toBe('Pile 4: 2 face down, then queen of spades');
  });

  it('that is empty says what it takes', () => {
    expect(said('winabit', '9', [], 'a king')).toBe('Stack 9: empty, takes a king');
    expect(said('well', 'well', [], '9♥')).toBe('The well: empty, takes nine of hearts');
  });

  it('on which is written which way it is built says so, whether it is empty or not', () => {
    expect(said('winabit', 'foundation-c', [], 'the ace of clubs', 'up')).toBe(
      'The foundation of clubs: empty, takes the ace of clubs, built up',
    );
    expect(said('well', 'foundation-h', ['AH'], '2♥ or K♥', 'either')).toBe(
      'The foundation of hearts: ace of hearts, built up or down',
    );
  });

  it('of which nothing is known is only counted', () => {
    expect(said('winabit', 'stock', ['??', '??'])).toBe('The stock: 2 face down');
    expect(said('winabit', 'stock', [])).toBe('The stock: empty');
  });
});

describe('a move', () => {
  const told = (game: string, before: View['piles'], after: View['piles']) => {
    const traced = begin(before);
    return changeInWords(traced, follow(traced, after), arrangement(game));
  };

  it('is told by the cards that went, and those it turned up', () => {
    const before = { 1: ['??', '8S', '7H'], 2: ['9D'] };
    expect(told('winabit', before, { 1: ['5C'], 2: ['9D', '8S', '7H'] })).toBe(
      'Eight of spades, seven of hearts to stack 2. Five of clubs turned up: stack 1.',
    );
  });

  it('that turns the waste over is told in numbers', () => {
    expect(told('winabit', { stock: [], waste: ['2C', '3C'] }, { stock: ['??', '??'], waste: [] })).toBe(
      '2 cards face down: the stock.',
    );
  });

  it('is told in the words of the server, with what else was turned up', () => {
    const before = begin({ 1: ['??', '8S'], 2: ['9D'], stock: ['??'], waste: [] });
    const made = follow(before, { 1: ['5C'], 2: ['9D', '8S'], stock: ['??'], waste: [] });
    expect(changeInWords(before, made, arrangement('winabit'), '{8S} from stack 1 to stack 2')).toBe(
      'Eight of spades from stack 1 to stack 2. Five of clubs turned up: stack 1.',
    );
    const turned = follow(before, { 1: ['??', '8S'], 2: ['9D'], stock: [], waste: ['QH'] });
    expect(changeInWords(before, turned, arrangement('winabit'), '{QH} turned up')).toBe('Queen of hearts turned up.');
  });

  it('that changes nothing is not told', () => {
    expect(told('winabit', { 1: ['2C'] }, { 1: ['2C'] })).toBe('');
  });
});

it('says what is held and where it may go', () => {
  const said = heldInWords({ 1: ['??', '8S', '7H'] }, { pile: '1', index: 1 }, new Set(['2', '5']), arrangement('winabit'));
  expect(said).toBe('Eight of spades, seven of hearts picked up. May go to: stack 2, stack 5.');
});

it('says what can move', () => {
  const piles = { 1: ['??', '8S', '7H'], stock: ['??'], 8: [] };
  const said = movableInWords(piles, [{ pile: '1', index: 1 }, { pile: 'stock', index: 0 }], arrangement('winabit'));
  expect(said).toBe('Can move: the stock, face-down card; stack 1, eight of spades.');
  expect(movableInWords(piles, [], arrangement('winabit'))).toBe('Nothing can move.');
});
