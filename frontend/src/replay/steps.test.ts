import { describe, expect, it } from 'vitest';
import { movesOf, partingOf, viewsOf, type Recording } from './steps';

const recording: Recording = {
  name: 'Ada',
  game: 'wish',
  rules: {},
  won: true,
  finished: true,
  ending: 'Won',
  steps: [
    { move: null, words: null, score: 4, outcome: '4 cards left', piles: { '1': ['??', 'TC'], '2': ['TD'], '3': ['5H'], discard: [] } },
    { move: 'pair 1 2', words: '10♣ and 10♦ taken away', score: 2, outcome: '2 cards left', piles: { '1': ['5C'], '2': [], discard: ['TC', 'TD'] } },
    { move: 'pair 1 3', words: '5♣ and 5♥ taken away', score: 0, outcome: 'all cards taken away', piles: { '1': [], '3': [], discard: ['TC', 'TD', '5C', '5H'] } },
  ],
};

describe('the table at each move', () => {
  const views = viewsOf(recording);

  it('has what the moves so far changed, and the rest as it was dealt', () => {
    expect(views.map((view) => view.piles['3'])).toEqual([['5H'], ['5H'], []]);
    expect(views[1]?.piles).toEqual({ '1': ['5C'], '2': [], '3': ['5H'], discard: ['TC', 'TD'] });
  });

  it('is the same however it is reached: no table changes with a later one', () => {
    expect(views[0]?.piles).toEqual(recording.steps[0]?.piles);
  });

  it('counts its moves and has its own score, in words too', () => {
    expect(views.map(({ ply, score }) => [ply, score])).toEqual([[0, 4], [1, 2], [2, 0]]);
    expect(views[1]?.outcome).toBe('2 cards left');
  });

  it('is won at the end alone, and never asks for a move', () => {
    expect(views.map(({ finished, won }) => [finished, won])).toEqual([[false, false], [false, false], [true, true]]);
    expect(views.flatMap((view) => view.legal)).toEqual([]);
  });
});

it('lists the moves without the opening', () => {
  expect(movesOf(recording)).toEqual([
    { move: 'pair 1 2', words: '10♣ and 10♦ taken away' },
    { move: 'pair 1 3', words: '5♣ and 5♥ taken away' },
  ]);
});

it('finds where two games part', () => {
  const games = ['', 'a', 'a b', 'a b c', 'a c'].map((moves) => moves.split(' ').filter(Boolean).map((move) => ({ move, words: '' })));
  const [none, one, two, three, other] = games as [typeof games[0], typeof games[0], typeof games[0], typeof games[0], typeof games[0]];
  expect([partingOf(two, other), partingOf(two, three), partingOf(three, one), partingOf(none, one), partingOf(two, two)]).toEqual([1, 2, 1, 0, null]);
});
