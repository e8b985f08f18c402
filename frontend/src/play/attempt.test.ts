import { expect, it } from 'vitest';
import { certainMove } from '../table/finishing';
import type { View } from '../table/view';
import {
  attemptFrom,
  connect,
  goBack,
  hear,
  learn,
  movesInWords,
  mustAsk,
  offer,
  ready,
  refuse,
  waitingMove,
  type Attempt,
  type AttemptInWords,
} from './attempt';
import type { ViewMessage } from './messages';

/** A game in which each move lays one more card on a pile. */
function view(...moves: string[]): View {
  return {
    game: 'wish',
    rules: {},
    ply: moves.length,
    finished: false,
    won: false,
    score: 32,
    piles: { made: moves },
    legal: ['a', 'b', 'c'],
  };
}

const seen = (...moves: string[]): ViewMessage => ({ type: 'view', view: view(...moves), state: 'running' });
const over = (...moves: string[]): ViewMessage => ({ ...seen(...moves), state: 'finished' });
const fresh = () => attemptFrom(view(), 'running');

/** An attempt after these moves, each of which the server has confirmed. */
function played(...moves: string[]): Attempt {
  return moves.reduce((attempt, move, ply) => hear(offer(attempt, move), seen(...moves.slice(0, ply + 1))), fresh());
}

function told(...moves: string[]): AttemptInWords {
  return {
    state: 'running',
    view: view(...moves),
    moves,
    words: moves.map((move) => `${move} in words`),
    scores: moves.map((_, ply) => 30 - ply),
    score: null,
    won: false,
    finished: false,
    deadline: null,
    set_aside: false,
    ended_at: null,
    elapsed_ms: null,
    log: null,
  };
}

function toldOver(...moves: string[]): AttemptInWords {
  const ended_at = '2026-05-01T12:00:00.5Z';
  return { ...told(...moves), state: 'finished', score: 4, ended_at, log: 'log' };
}

it('says the moves from before a reload in words, too', () => {
  const attempt = learn(attemptFrom(view('a', 'b'), 'running'), told('a', 'b'));
  expect(movesInWords(attempt).map(({ words }) => words)).toEqual(['a in words', 'b in words']);
});

it('keeps the moves it made itself', () => {
  const attempt = played('a', 'b');
  expect(attempt.moves).toEqual(['a', 'b']);
  expect(attempt.view.ply).toBe(2);
  expect(attempt.jumped).toBe(false);
  expect(ready(attempt)).toBe(true);
  expect(mustAsk(attempt)).toBe(false);
});

it('makes one move at a time', () => {
  const attempt = offer(fresh(), 'a');
  expect(attempt.pending).toEqual({ ply: 0, move: 'a' });
  expect(offer(attempt, 'b')).toBe(attempt);
  expect(goBack(attempt)).toBe(attempt);
});

it('says that a move waits while there is no connection, until it is answered', () => {
  const lost = connect(connect(fresh(), 'live'), 'lost');
  expect(waitingMove(lost)).toBeNull();
  const waiting = offer(lost, 'a');
  expect(waitingMove(waiting)).toBe('a');
  expect(waiting.said.text).toBe('No connection. We send your move as soon as you are connected.');
  const back = connect(waiting, 'live');
  expect(waitingMove(back)).toBeNull();
  expect(waitingMove(connect(back, 'lost'))).toBe('a');
  expect(waitingMove(hear(back, seen('a')))).toBeNull();
});

it('says nothing of waiting while the answer is only on its way', () => {
  const attempt = offer(connect(fresh(), 'live'), 'a');
  expect(waitingMove(attempt)).toBeNull();
  expect(attempt.said.text).toBe('');
  expect(connect(attempt, 'lost').said.text).toBe('No connection. We send your move as soon as you are connected.');
});

it('has to ask for the moves of an attempt that was begun before', () => {
  const attempt = attemptFrom(view('a', 'b'), 'running');
  expect(mustAsk(attempt)).toBe(true);
  expect(learn(attempt, told('a', 'b')).moves).toEqual(['a', 'b']);
  expect(mustAsk(learn(attempt, told('a', 'b')))).toBe(false);
});

it('learns nothing from an answer that is older than the table', () => {
  const attempt = hear(fresh(), seen('a', 'b'));
  expect(learn(attempt, told('a'))).toBe(attempt);
});

it('takes back and makes again', () => {
  let attempt = played('a', 'b', 'c');
  for (const left of [['a', 'b'], ['a']]) {
    attempt = hear(goBack(attempt), seen(...left));
    expect(attempt.jumped).toBe(true);
  }
  expect(attempt.moves).toEqual(['a']);
  expect(attempt.undone).toEqual(['c', 'b']);
  attempt = hear(offer(attempt, 'b'), seen('a', 'b'));
  expect(attempt.undone).toEqual(['c']);
  expect(attempt.moves).toEqual(['a', 'b']);
});

it('forgets what was taken back once another move is made', () => {
  const attempt = hear(goBack(played('a', 'b')), seen('a'));
  expect(hear(offer(attempt, 'c'), seen('a', 'c')).undone).toEqual([]);
});

it('hears twice that a move was taken back, over REST and on the socket', () => {
  const attempt = hear(goBack(played('a', 'b')), seen('a'));
  expect(hear(attempt, seen('a'))).toEqual(attempt);
});

it('cannot go back before the first move', () => {
  expect(goBack(fresh()).back).toBeNull();
});

it('follows another tab', () => {
  const attempt = hear(played('a'), seen('a', 'c'));
  expect(attempt.view.ply).toBe(2);
  expect(attempt.jumped).toBe(false);
  expect(mustAsk(attempt)).toBe(true);
  const back = hear(learn(attempt, told('a', 'c')), seen());
  expect(back.view.ply).toBe(0);
  expect(back.jumped).toBe(true);
  expect(back.undone).toEqual([]);
});

it('keeps a move on its way over a new connection, until it is answered', () => {
  const waiting = connect(offer(played('a'), 'b'), 'lost');
  expect(waiting.pending).toEqual({ ply: 1, move: 'b' });
  const lost = hear(connect(waiting, 'live'), seen('a'), true);
  expect(lost.pending).toEqual({ ply: 1, move: 'b' });
  expect(hear(lost, seen('a', 'b')).pending).toBeNull();
  const stored = hear(connect(waiting, 'live'), seen('a', 'b'), true);
  expect(stored.pending).toEqual({ ply: 1, move: 'b' });
  expect(hear(stored, seen('a', 'b')).pending).toBeNull();
});

it('gives up a move that another device was faster than', () => {
  const attempt = hear(offer(played('a'), 'b'), {
    type: 'error',
    code: 'stale_ply',
    detail: 'Another move was made at ply 1.',
    view: view('a', 'c'),
  });
  expect(attempt.pending).toBeNull();
  expect(attempt.view.piles).toEqual({ made: ['a', 'c'] });
  expect(attempt.refused?.why).toContain('elsewhere');
  expect(mustAsk(attempt)).toBe(true);
});

it('says why a move is refused, and tells two refusals apart', () => {
  const said = { detail: "'pair 1 2': the cards differ", why: 'the cards differ' };
  const refusal = { type: 'error', code: 'illegal_move', ...said, view: view('a') } as const;
  const once = hear(offer(played('a'), 'b'), refusal);
  const twice = hear(offer(once, 'b'), refusal);
  expect(once.refused).toEqual({ nth: 1, why: 'The cards differ.' });
  expect(twice.refused).toEqual({ nth: 2, why: 'The cards differ.' });
  expect(once.moves).toEqual(['a']);
});

it.each([
  ['no_undo', 'In sealed play a move in this game is final.'],
  ['rate_limited', 'You are too fast.'],
])('says a refusal of the service as it stands: %s', (code, detail) => {
  const attempt = hear(offer(played('a'), 'b'), { type: 'error', code, detail, view: view('a') });
  expect(attempt.refused?.why).toBe(detail);
});

it('stands still where going back failed', () => {
  const attempt = refuse(goBack(played('a')), 'No connection.');
  expect(attempt.back).toBeNull();
  expect(attempt.moves).toEqual(['a']);
  expect(ready(attempt)).toBe(true);
});

it('ends, and asks how', () => {
  const attempt = hear(offer(played('a'), 'b'), over('a', 'b'));
  expect(attempt.state).toBe('finished');
  expect(ready(attempt)).toBe(false);
  expect(mustAsk(attempt)).toBe(true);
  const ended = learn(attempt, { ...toldOver('a', 'b'), finished: true, elapsed_ms: 1200 });
  expect(ended.ending).toEqual({
    score: 4,
    won: false,
    finished: true,
    in_time: true,
    ended_at: '2026-05-01T12:00:00.5Z',
    elapsed_ms: 1200,
    log: 'log',
    scores: [30, 29],
  });
  expect(mustAsk(ended)).toBe(false);
});

it('knows whether it was given up or its time was up', () => {
  const ended = (deadline: string) => learn(played('a'), { ...toldOver('a'), deadline }).ending;
  expect(ended('2026-05-01T12:00:00.000001Z')?.in_time).toBe(false);
  expect(ended('2026-05-01T12:00:01Z')?.in_time).toBe(true);
});

it('finds out by asking that it ended unheard', () => {
  const refused = hear(played('a'), { type: 'error', code: 'attempt_finished', detail: 'Over.', view: view('a') });
  expect(mustAsk(refused)).toBe(true);
  const ended = learn(refused, toldOver('a'));
  expect(ended.state).toBe('finished');
  expect(ended.ending?.finished).toBe(false);
});

it('speaks of a connection that goes and comes, and of nothing else', () => {
  const live = connect(fresh(), 'live');
  expect(live.said.text).toBe('');
  const lost = connect(live, 'lost');
  expect(lost.said.text).toContain('Connection lost');
  expect(connect(lost, 'live').said.text).toBe('Connected again.');
});

it('says moves in words where a table told them, and never those of a move that was taken back', () => {
  const said = (...moves: string[]): ViewMessage => {
    const last = { move: moves.at(-1)!, words: `${moves.at(-1)} in words` };
    return { ...seen(...moves), view: { ...view(...moves), last } };
  };
  let attempt = hear(offer(fresh(), 'a'), said('a'));
  attempt = hear(offer(attempt, 'b'), said('a', 'b'));
  expect(movesInWords(attempt).map(({ words }) => words)).toEqual(['a in words', 'b in words']);
  attempt = hear(goBack(attempt), said('a'));
  attempt = hear(offer(attempt, 'c'), seen('a', 'c'));
  expect(movesInWords(attempt)).toEqual([
    { move: 'a', words: 'a in words' },
    { move: 'c', words: null },
  ]);
});

/** A table after these moves, with this number of certain moves left. */
function certainly(left: number, ...moves: string[]): ViewMessage {
  const finished = left === 0;
  const certain = finished ? null : { move: `certain ${left}`, words: '', left };
  return { type: 'view', view: { ...view(...moves), certain, finished }, state: finished ? 'finished' : 'running' };
}

it('is played out like by hand: each certain move is sent once, and the next one when it is answered', () => {
  let attempt = attemptFrom(certainly(3).view, 'running');
  const sent: string[] = [];
  for (let next = certainMove(attempt.view, ready(attempt)); next !== null; ) {
    const offered = offer(attempt, next);
    expect(offered.pending).toEqual({ ply: sent.length, move: next });
    expect(certainMove(offered.view, ready(offered))).toBeNull();
    expect(offer(offered, next)).toBe(offered);
    sent.push(next);
    attempt = hear(offered, certainly(3 - sent.length, ...sent));
    next = certainMove(attempt.view, ready(attempt));
  }
  expect(sent).toEqual(['certain 3', 'certain 2', 'certain 1']);
  expect(attempt.moves).toEqual(sent);
  expect([attempt.state, attempt.jumped, mustAsk(attempt)]).toEqual(['finished', false, true]);
});

it('knows the deadline, and another one that it is told', () => {
  const [early, late] = ['2026-05-01T12:00:00Z', '2026-05-01T13:00:00Z'];
  const told = attemptFrom(view(), 'running', early);
  const after = (more: Partial<ViewMessage>) => hear(told, { ...seen(), ...more }).deadline;
  expect([after({}), after({ deadline: late }), after({ deadline: null })]).toEqual([early, late, null]);
});
