import { expect, it } from 'vitest';
import { learningFrom, linesWith, MADE, mistakesOf, OTHER, tryMove, wantedTable } from './mistakes';
import type { AnalysedGame } from './possible';

const MOVES = ['a', 'b', 'c'];

const worth = (ply: number, best: number, lost: number | null) => ({ ply, best, proven: true, luck: 0, skill: 0, lost });

const game: AnalysedGame = {
  final: 9,
  analysis: {
    par: { score: 0, proven: true },
    moves: [worth(0, 0, 3), worth(1, 3, 0), worth(2, 3, 6)],
    initial: 0,
    luck: 0,
    skill: 9,
    given_up: 0,
    estimate: null,
    lines: [
      { ply: 0, moves: ['x', 'y'] },
      { ply: 1, moves: ['b', 'z'] },
    ],
  },
};

it('has the positions where points were lost for certain, with a move that keeps them', () => {
  expect(mistakesOf(game, MOVES)).toEqual([
    { ply: 0, points: 3, best: 0, made: 'a', line: ['x', 'y'] },
    { ply: 2, points: 6, best: 3, made: 'c', line: ['z'] },
  ]);
});

it('leaves out a mistake of which no better move is known', () => {
  const lines = [{ ply: 0, moves: ['x'] }];
  expect(mistakesOf({ ...game, analysis: { ...game.analysis, lines } }, MOVES).map(({ ply }) => ply)).toEqual([0]);
});

it('takes the move of the best line, and refuses others', () => {
  const learning = learningFrom(mistakesOf(game, MOVES), 1);
  expect(wantedTable(learning, MOVES)).toEqual(['a', 'b']);
  const made = tryMove(learning, 'c');
  expect([made.kept, made.refused]).toEqual([null, { nth: 1, why: MADE }]);
  const other = tryMove(made, 'q');
  expect([other.kept, other.refused]).toEqual([null, { nth: 2, why: OTHER }]);
  const kept = tryMove(other, 'z');
  expect(kept.kept).toBe('z');
  expect(wantedTable(kept, MOVES)).toEqual(['a', 'b', 'z']);
  expect(tryMove(kept, 'c')).toBe(kept);
});

it('takes a move that was found to be as good', () => {
  const kept = tryMove(learningFrom(mistakesOf(game, MOVES), 1), 'q', true);
  expect(wantedTable(kept, MOVES)).toEqual(['a', 'b', 'q']);
});

it('looks for the end of the best line with another move first: before its time, or as well', () => {
  const mistake = { ply: 0, points: 3, best: 0, made: 'a', line: ['x', 'y', 'z', 'y'] };
  expect(linesWith(mistake, 'y')).toEqual([['y', 'x', 'z', 'y'], ['y', 'x', 'y', 'z', 'y']]);
  expect(linesWith(mistake, 'q')).toEqual([['q', 'x', 'y', 'z', 'y']]);
  expect([linesWith(mistake, 'a'), linesWith(mistake, 'x')]).toEqual([[], []]);
});
