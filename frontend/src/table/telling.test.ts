import { describe, expect, it } from 'vitest';
import { sentence, whatGoes, whyNot } from './telling';
import type { View } from './view';

const view: View = {
  game: 'winabit',
  rules: {},
  ply: 3,
  finished: false,
  won: false,
  score: 12,
  piles: { 1: ['??', '??', '8S', '9H'], 2: ['7C', '6D'], 8: [], stock: [], pulled: [], left: ['KD'] },
  legal: [],
  reasons: { 1: ['no stack takes 9♥', 'covered by 9♥'], 2: [null, 'no stack takes 7♣'], stock: ['the stock is empty'] },
  takes: { 1: '8♠ or 10♠', 8: 'a king', left: 'nothing: a side row only gives cards' },
};

describe('why a card stays', () => {
  it('is told from the exposed card down; the last reason holds for all below', () => {
    expect([3, 2, 1, 0].map((index) => whyNot(view, { pile: '1', index }))).toEqual([
      'No stack takes 9♥.',
      'Covered by 9♥.',
      'Covered by 9♥.',
      'Covered by 9♥.',
    ]);
    expect(whyNot(view, { pile: '2', index: 0 })).toBe('No stack takes 7♣.');
  });

  it('is not told where it can move, or where nothing is known', () => {
    expect(whyNot(view, { pile: '2', index: 1 })).toBe('');
    expect(whyNot({ ...view, reasons: {} }, { pile: '1', index: 3 })).toBe('');
    expect(whyNot(view, { pile: 'pulled', index: 0 })).toBe('');
  });

  it('is that the game is over, once it is', () => {
    expect(whyNot({ ...view, finished: true, reasons: {} }, { pile: '1', index: 3 })).toBe('The game is over.');
  });

  it('of an empty place is what it is for', () => {
    expect(whyNot(view, { pile: '8', index: 0 })).toBe('This place takes a king.');
    expect(whyNot(view, { pile: 'stock', index: 0 })).toBe('The stock is empty.');
  });
});

it('a pile says what goes there', () => {
  expect(whatGoes(view, '1')).toBe('This pile takes 8♠ or 10♠.');
  expect(whatGoes(view, 'left')).toBe('This pile takes nothing: a side row only gives cards.');
  expect(whatGoes(view, '8')).toBe('This place takes a king.');
  expect(whatGoes(view, 'stock')).toBe('');
});

it('cards are told by name where the view has a template', () => {
  const templates = ['covered by {9H}', '{8S} or {TS}'];
  expect(whyNot({ ...view, templates }, { pile: '1', index: 0 })).toBe('Covered by {9H}.');
  expect(whatGoes({ ...view, templates }, '1')).toBe('This pile takes {8S} or {TS}.');
});

it('words that stand within a sentence are told as one', () => {
  expect(sentence('the cards differ in rank')).toBe('The cards differ in rank.');
});
