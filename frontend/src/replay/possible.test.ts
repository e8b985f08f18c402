import { describe, expect, it } from 'vitest';
import { closing, dropInWords, dropsOf, lineFrom, nowInWords, shownSum, summaryInWords, type AnalysedGame } from './possible';
import { chartInWords, chartOf } from './chart';

/** A game of Wish: six moves, of which the second was a mistake, and the fourth unlucky. */
const game: AnalysedGame = {
  final: 8,
  finished: true,
  lowest: true,
  analysis: {
    par: { score: 0, proven: true },
    moves: [
      { ply: 0, best: 0, proven: true, luck: 0, skill: 0, lost: 0 },
      { ply: 1, best: 0, proven: true, luck: 0, skill: 2, lost: 2 },
      { ply: 2, best: 2, proven: true, luck: -0.5, skill: 0.25, lost: 0 },
      { ply: 3, best: 2, proven: true, luck: 2.25, skill: 0, lost: 0 },
      { ply: 4, best: 6, proven: true, luck: 0, skill: 2, lost: null },
    ],
    initial: 2,
    luck: 1.75,
    skill: 4.25,
    given_up: 0,
    estimate: { samples: 40, seed: 'a' },
    lines: [
      { ply: 0, moves: ['a', 'b', 'c'] },
      { ply: 2, moves: ['x', 'y'] },
    ],
  },
};

const given: AnalysedGame = { ...game, finished: false };

describe('what a move gave away', () => {
  it('is a mistake only where it was lost for certain', () => {
    expect(dropsOf(game).map((drop) => drop && [drop.kind, drop.points])).toEqual([
      undefined,
      ['mistake', 2],
      undefined,
      ['unlucky', 4],
      ['unclear', 2],
    ]);
  });

  it('is not known of the move before giving up', () => {
    expect(dropsOf(given).at(-1)).toBeUndefined();
  });

  it('is nobody’s luck where the best is not proven', () => {
    const moves = game.analysis.moves.map((move) => ({ ...move, proven: false }));
    expect(dropsOf({ ...game, analysis: { ...game.analysis, moves } })[3]).toEqual({ kind: 'unclear', points: 4 });
  });

  it('is turned round where more points are better', () => {
    const most = { ...game, lowest: false, final: 1 };
    expect(dropsOf(most).map((drop) => drop?.kind)).toEqual([undefined, 'mistake', undefined, undefined, 'unclear']);
  });

  it('has words, which call a mistake so and nothing else', () => {
    expect(dropsOf(game).flatMap((drop) => (drop ? [dropInWords(drop)] : []))).toEqual([
      'mistake: 2 points lost',
      'unlucky: 4 points',
      'turned out 2 points worse',
    ]);
    expect([summaryInWords(game), summaryInWords({ ...game, analysis: { ...game.analysis, moves: [] } })]).toEqual([
      '1 mistake, 1 unlucky move',
      'No certain mistake',
    ]);
    expect(nowInWords(game, 2)).toBe('Here 2 could still be reached. Move 2 was a mistake: 2 points were lost for certain.');
    expect(nowInWords(game, 0)).toBe('Here 0 could still be reached.');
    expect(nowInWords(given, 99)).toBe('It ended with 8.');
  });
});

it('has a best line from every ply: the last that began, without what was played of it', () => {
  expect([0, 1, 2, 3, 4].map((ply) => lineFrom(game.analysis, ply))).toEqual([['a', 'b', 'c'], ['b', 'c'], ['x', 'y'], ['y'], []]);
  expect(lineFrom({ ...game.analysis, lines: [] }, 0)).toEqual([]);
});

describe('luck and skill', () => {
  it('add up as they are shown', () => {
    expect(shownSum(game)).toEqual({ initial: '2.0', luck: '+1.8', skill: '+4.2', final: '8', luckDid: 'for the worse', skillDid: 'for the worse' });
    const kind = { ...game, lowest: false, analysis: { ...game.analysis, initial: 9, luck: 1, skill: -2 } };
    expect(shownSum(kind)).toEqual({ initial: '9', luck: '+1', skill: '−2', final: '8', luckDid: 'for the better', skillDid: 'for the worse' });
  });

  it('close in tenths, whatever their parts', () => {
    for (let n = 0; n < 500; n++) {
      const parts = [n * 37, n * -411, n * 5].map((part) => part / 1024);
      const whole = 7;
      const rounded = closing([...parts, whole - parts.reduce((sum, part) => sum + part, 0)], whole);
      expect(Math.round(10 * rounded.reduce((sum, part) => sum + part, 0))).toBe(70);
      expect(rounded.every((part, nth) => nth === 3 || Math.abs(part - parts[nth]!) < 0.1)).toBe(true);
    }
  });
});

describe('the drawing', () => {
  it('goes down where something was given away, and is as wide as the longer game', () => {
    const short = { ...game, analysis: { ...game.analysis, moves: game.analysis.moves.slice(0, 2) } };
    const chart = chartOf([game, short]);
    expect(chart.last).toBe(5);
    expect(chart.scale).toEqual([0, 2, 4, 6, 8].map((score, nth) => ({ score, y: 75 * nth })));
    expect(chart.curves[0]).toEqual({ path: 'M0,0 H400 V75 H800 V225 H1000 V300', mistakes: 'M400,75h0' });
    expect(chart.curves[1]!.path).toBe('M0,0 H400 V300');
  });

  it('has the best score above, whichever that is', () => {
    expect(chartOf([{ ...game, lowest: false }]).scale[0]).toEqual({ score: 8, y: 0 });
  });

  it('is a line where nothing ever changed', () => {
    const flat = { ...game, final: 0, analysis: { ...game.analysis, moves: [] } };
    expect(chartOf([flat])).toEqual({ curves: [{ path: 'M0,0', mistakes: '' }], scale: [{ score: 0, y: 0 }, { score: 1, y: 300 }], last: 1 });
  });

  it('is told in words', () => {
    expect(chartInWords([game], [''])).toBe('The best still possible: 0 at the deal, 8 after move 5');
    expect(chartInWords([game, game], ['Ada', 'Bob'])).toContain('Ada: 0 at the deal, 8 after move 5; Bob: 0');
  });
});
