import { expect, it } from 'vitest';
import type { View } from '../table/view';
import { answered, gameFrom, play, redo, standing, startAgain, undo, unanswered, wanted, type PracticeGame } from './game';

const view = (ply: number): View => ({
  game: 'wish',
  rules: {},
  ply,
  finished: false,
  won: false,
  score: 32 - 2 * ply,
  piles: {},
  legal: ['a', 'b', 'c'],
});

/** The game after the server has sent the view that it wants. */
function shown(game: PracticeGame): PracticeGame {
  const moves = wanted(game);
  return moves === null ? game : answered(game, moves, { ok: true, ...view(moves.length) });
}

const after = (...moves: string[]): PracticeGame =>
  moves.reduce((game, move) => shown(play(game, move)), gameFrom(view(0)));

it('opens with the view that the page brought, and asks for nothing', () => {
  const game = gameFrom(view(0));
  expect(game.view.ply).toBe(0);
  expect(wanted(game)).toBeNull();
});

it('asks the server about each move and shows its answer', () => {
  const asked = play(gameFrom(view(0)), 'a');
  expect(wanted(asked)).toEqual(['a']);
  expect(asked.view.ply).toBe(0);
  expect(shown(asked).view.ply).toBe(1);
});

it('makes no second move while the first is being checked', () => {
  const asked = play(gameFrom(view(0)), 'a');
  expect(play(asked, 'b')).toBe(asked);
});

it('takes back and makes again without asking twice', () => {
  const back = undo(undo(after('a', 'b', 'c')));
  expect(standing(back)).toEqual(['a']);
  expect([back.view.ply, back.jumped, wanted(back)]).toEqual([1, true, null]);
  const forth = redo(back);
  expect(standing(forth)).toEqual(['a', 'b']);
  expect([forth.view.ply, forth.jumped, wanted(forth)]).toEqual([2, false, null]);
});

it('goes no further back than the opening and no further on than the last move', () => {
  const game = after('a');
  expect(undo(undo(game)).at).toBe(0);
  expect(redo(game)).toBe(game);
});

it('starts again with every move still to be made again', () => {
  const again = startAgain(after('a', 'b'));
  expect([again.at, again.view.ply, again.jumped]).toEqual([0, 0, true]);
  expect(standing(redo(redo(again)))).toEqual(['a', 'b']);
});

it('forgets what was taken back once another move stands, and what was seen of it', () => {
  const other = play(undo(undo(after('a', 'b', 'c'))), 'x');
  expect(wanted(other)).toEqual(['a', 'x']);
  expect(other.line).toEqual(['a', 'b', 'c']);
  expect([shown(other).line, shown(other).view.ply]).toEqual([['a', 'x'], 2]);
  expect(wanted(play(shown(other), 'c'))).toEqual(['a', 'x', 'c']);
});

it('knows the same move again for the one that was taken back', () => {
  const same = play(undo(undo(after('a', 'b'))), 'a');
  expect(same.line).toEqual(['a', 'b']);
  expect([same.view.ply, wanted(same)]).toEqual([1, null]);
});

it('asks for the place where a kept game was left', () => {
  const game = gameFrom(view(0), { line: ['a', 'b', 'c'], at: 2 });
  expect(wanted(game)).toEqual(['a', 'b']);
  const there = shown(game);
  expect([there.view.ply, there.jumped]).toEqual([2, true]);
  expect(wanted(redo(there))).toEqual(['a', 'b', 'c']);
});

it('drops a move that is refused, says why, and loses nothing that was taken back', () => {
  const no = { ok: false as const, code: 'illegal_move', why: 'no', ply: 1 };
  const refused = answered(play(undo(after('a', 'b')), 'x'), ['a', 'x'], no);
  expect([refused.line, refused.view.ply, refused.refused]).toEqual([['a', 'b'], 1, { nth: 1, why: 'No.' }]);
  expect(wanted(refused)).toBeNull();
  expect(answered(play(refused, 'y'), ['a', 'y'], no).refused?.nth).toBe(2);
});

it('keeps of a game that was tampered with what still stands', () => {
  const game = gameFrom(view(0), { line: ['a', 'x', 'c'], at: 3 });
  const cut = answered(game, ['a', 'x', 'c'], { ok: false, code: 'bad_move', why: 'no', ply: 1 });
  expect([cut.line, wanted(cut)]).toEqual([['a'], ['a']]);
});

it('goes back to the last table it knows where no move in particular is at fault', () => {
  const long = { ok: false as const, code: 'too_long', why: 'too long' };
  expect(answered(play(after('a', 'b'), 'c'), ['a', 'b', 'c'], long).line).toEqual(['a', 'b']);
  expect(answered(gameFrom(view(0), { line: ['a', 'b'], at: 2 }), ['a', 'b'], long).line).toEqual([]);
});

it('takes back first the move that does not stand yet, and then ignores what is said of it', () => {
  const back = undo(play(after('a'), 'b'));
  expect([standing(back), wanted(back)]).toEqual([['a'], null]);
  expect(answered(back, ['a', 'b'], { ok: true, ...view(2) })).toBe(back);
});

it('holds on to the move when no answer comes, until it is asked again or another is made', () => {
  const game = unanswered(play(after('a'), 'b'), 'The server cannot be reached.');
  expect([wanted(game), game.view.ply, game.trouble]).toEqual([['a', 'b'], 1, 'The server cannot be reached.']);
  expect([shown(game).view.ply, shown(game).trouble]).toEqual([2, '']);
  expect([wanted(play(game, 'c')), play(game, 'c').trouble]).toEqual([['a', 'c'], '']);
  expect([wanted(undo(game)), undo(game).trouble]).toEqual([null, '']);
});

it('makes no move on a table that has not been shown yet', () => {
  const game = gameFrom(view(0), { line: ['a'], at: 1 });
  expect(play(game, 'b')).toBe(game);
  expect(play(unanswered(game, 'lost'), 'b').tried).toBeNull();
});
