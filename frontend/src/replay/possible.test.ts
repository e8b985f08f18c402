import { expect, it } from 'vitest';
import { lineFrom, nowInWords, type AnalysedGame } from './possible';

const game: AnalysedGame = {
  final: 8,
  analysis: {
    par: { score: 0, proven: true },
    moves: [0, 0, 2, -2, 6].map((best, ply) => ({ ply, best, proven: true, luck: 0, skill: 0, lost: null })),
    initial: 2,
    luck: 1.75,
    skill: 4.25,
    given_up: 0,
    estimate: null,
    lines: [
      { ply: 0, moves: ['a', 'b', 'c'] },
      { ply: 2, moves: ['x', 'y'] },
    ],
  },
};

it('has a best line from every ply: the last that began, without what was played of it', () => {
  expect([0, 1, 2, 3, 4].map((ply) => lineFrom(game.analysis, ply))).toEqual([['a', 'b', 'c'], ['b', 'c'], ['x', 'y'], ['y'], []]);
  expect(lineFrom({ ...game.analysis, lines: [] }, 0)).toEqual([]);
});

it('says what could still be reached, and at the end what was', () => {
  expect(nowInWords(game, 3)).toBe('With all cards face up, −2 could still be reached here.');
  expect([nowInWords(game, 5), nowInWords(game, 99)]).toEqual(['It ended with 8.', 'It ended with 8.']);
});
