import { describe, expect, it } from 'vitest';
import { asksToRead, boardFrom, connect, fillCells, isOver, receive, settle, take, type Board, type BoardStart } from './board';
import type { Row } from './messages';
import { cell as cellOf, MATCHPOINTS, row, standings as sheet, START as start, stateOf, TOTALS } from './standings.fake';

const standings = (version: number, ...results: Row[]) => sheet(version, results);

const overtaken = standings(4, row('Bo', 1, 5), row('Ada', 2, 7));
const names = (board: Board) => board.rows.map((each) => each.player.name);

describe('the newest version wins', () => {
  it('shows a newer one', () => {
    expect(names(receive(boardFrom(start), overtaken))).toEqual(['Bo', 'Ada']);
  });

  it('changes nothing for an older one, or the same again', () => {
    const board = boardFrom(start);
    expect(receive(board, { ...overtaken, version: 2 })).toBe(board);
    expect(receive(board, { ...overtaken, version: 3 })).toBe(board);
  });

  it('is right after the next message when some were missed, in any order', () => {
    const last = standings(9, row('Cy', 1, 1), row('Bo', 2, 5), row('Ada', 3, 7));
    const [missed, shuffled] = [boardFrom(start), boardFrom(start)];
    const once = receive(missed, last);
    const late = receive(receive(receive(shuffled, overtaken), last), standings(8, row('Ada', 1, 7)));
    expect(names(once)).toEqual(['Cy', 'Bo', 'Ada']);
    expect(late.rows).toEqual(once.rows);
    expect(late.total).toBe(once.total);
  });
});

describe('what moved', () => {
  it('is counted in places, up and down', () => {
    const { changes } = receive(boardFrom(start), overtaken);
    expect(changes['Bo']).toEqual({ by: 1, scored: true, version: 4 });
    expect(changes['Ada']).toEqual({ by: -1, scored: false, version: 4 });
  });

  it('is forgotten once it was seen, but not what came after', () => {
    const one = receive(boardFrom(start), overtaken);
    const two = receive(one, standings(5, row('Cy', 1, 4), row('Bo', 2, 5), row('Ada', 3, 7)));
    expect(Object.keys(settle(one, 4).changes)).toEqual([]);
    expect(Object.keys(settle(two, 4).changes).sort()).toEqual(['Ada', 'Bo', 'Cy']);
  });

  it('says a first result although the total stays at the worst', () => {
    const waiting = boardFrom({ ...start, rows: [row('Ada', null, 30)] });
    const played = receive(waiting, standings(4, row('Ada', 1, 30)));
    expect(played.changes['Ada']?.scored).toBe(true);
  });
});

describe('what is said aloud', () => {
  it('is who leads and where the viewer stands, when that changes', () => {
    expect(receive(boardFrom(start), overtaken).said.text).toBe('Bo leads with 5. You are 1st of 2 so far.');
  });

  it('says a place for good once the contest is over', () => {
    const over = boardFrom({ ...start, state: 'closed', round_states: ['closed'] });
    expect(receive(over, overtaken).said.text).toContain('You are 1st of 2.');
  });

  it('is nothing when the lead stays', () => {
    const board = receive(boardFrom(start), standings(4, row('Ada', 1, 7), row('Bo', 2, 8)));
    expect(board.said.nth).toBe(0);
  });

  it('is said anew when who leads does better, so that no old score stays on the page', () => {
    const better = receive(receive(boardFrom(start), overtaken), standings(5, row('Bo', 1, 3), row('Ada', 2, 7)));
    expect(better.said.text).toBe('Bo leads with 3.');
  });

  it('names those who share the lead, and counts a crowd', () => {
    const shared = receive(boardFrom(start), standings(4, row('Ada', 1, 7), row('Cy', 1, 7)));
    expect(shared.said.text).toBe('Ada and Cy share the lead with 7.');
    const crowd = ['A', 'B', 'C', 'D'].map((name) => row(name, 1, 7));
    expect(receive(boardFrom(start), standings(4, ...crowd)).said.text).toBe('4 players share the lead with 7.');
  });

  it('tells the same sentence twice when it happens twice', () => {
    const lost = connect(boardFrom(start), 'lost');
    const again = connect(connect(lost, 'live'), 'lost');
    expect(again.said.text).toBe(lost.said.text);
    expect(again.said.nth).toBeGreaterThan(lost.said.nth);
  });
});

describe('the connection', () => {
  it('is quiet about the first connecting and loud about losing it', () => {
    const live = connect(boardFrom(start), 'live');
    expect(live.said.text).toBe('');
    expect(connect(live, 'lost').said.text).toContain('lost');
    expect(connect(connect(live, 'lost'), 'live').said.text).toContain('again');
  });

  it('forgets how many watch when it is lost', () => {
    const watched = receive(connect(boardFrom(start), 'live'), { type: 'presence', watching: 12 });
    expect(watched.watching).toBe(12);
    expect(connect(watched, 'lost').watching).toBeNull();
  });
});

describe('the page is out of date', () => {
  it('when a round or the competition is in another state than the page shows', () => {
    const state = (event: string, round: string) =>
      receive(boardFrom(start), stateOf(event, [round]));
    expect(state('running', 'open').outdated).toBe(false);
    expect(state('running', 'closed').outdated).toBe(true);
    expect(state('closed', 'open').outdated).toBe(true);
  });

  it('and over once every round has closed', () => {
    const two = boardFrom({ ...start, rounds: [1, 2], round_states: ['closed', 'open'] });
    const closed = (...rounds: string[]) =>
      receive(two, stateOf('running', rounds));
    expect(isOver(two)).toBe(false);
    expect(isOver(closed('closed', 'scheduled'))).toBe(false);
    expect(isOver(closed('closed', 'closed'))).toBe(true);
    expect(closed('closed', 'scheduled').said.text).toBe('');
    expect(closed('closed', 'closed').said.text).toBe('Ada has won with 7.');
  });
});

describe("the rounds' cells", () => {
  const cell = cellOf(4, 'x');

  it('are kept when rows come without them', () => {
    const rows = [{ ...row('Ada', 1, 7), rounds: [cell] }];
    expect(receive(boardFrom({ ...start, rows }), overtaken).cells['Ada']).toEqual([cell]);
  });

  it('are taken from a sheet that is as new as the board, not from an older one', () => {
    const board = receive(boardFrom(start), overtaken);
    const read = { version: 4, results: [{ ...row('Bo', 1, 5), rounds: [cell] }] };
    expect(fillCells(board, read).cells['Bo']).toEqual([cell]);
    expect(fillCells(board, { ...read, version: 3 })).toBe(board);
  });
});

describe('what a message lacks', () => {
  const beside: BoardStart = { ...start, columns: { ...TOTALS, tie_breaks: ['moves'] }, follows: 'beside' };

  it('is asked for by news alone, and only where something is lacking', () => {
    expect(asksToRead(boardFrom(start), overtaken)).toBe(false);
    expect(asksToRead(boardFrom(beside), overtaken)).toBe(true);
    expect(asksToRead(boardFrom(beside), { ...overtaken, version: 3 })).toBe(false);
    expect(asksToRead(boardFrom(beside), { type: 'presence', watching: 2 })).toBe(false);
  });

  it('stays until it is read anew: cells, and what broke ties', () => {
    const rows = [row('Ada', 1, 7, { rounds: [cellOf(7, 'a')], tie_break: [40], decided_by: 'moves' })];
    const board = receive(boardFrom({ ...beside, rows }), standings(4, row('Ada', 1, 6)));
    expect(board.cells['Ada']).toEqual([cellOf(7, 'a')]);
    expect(board.ties['Ada']).toEqual({ tie_break: [40], decided_by: 'moves', played: 1 });
    const read = sheet(4, [row('Ada', 1, 6, { rounds: [cellOf(6, 'b')], tie_break: [38], decided_by: null })]);
    expect(take(board, read).ties['Ada']).toEqual({ tie_break: [38], decided_by: null, played: 1 });
    expect(take(board, read).rows).toBe(board.rows);
  });
});

describe('who knows more than everyone may', () => {
  const known = row('Bo', 1, 5, { rounds: [cellOf(5, 'b')] });
  const own: BoardStart = { ...start, columns: TOTALS, follows: 'instead', rows: [known, row('Ada', 2, 7)] };
  const forAll = standings(4, row('Ada', null, 0), row('Bo', null, 0));

  it('keeps what they see, and takes a message as a hint to read their own standings', () => {
    const board = boardFrom(own);
    expect(asksToRead(board, forAll)).toBe(true);
    const heard = receive(board, forAll);
    expect(heard.rows).toEqual(own.rows);
    expect(heard.cells['Bo']).toEqual([cellOf(5, 'b')]);
    expect(asksToRead(heard, forAll)).toBe(true);
  });

  it('sees what was read, with what moved', () => {
    const read = sheet(4, [row('Ada', 1, 3, { rounds: [cellOf(3, 'a')] }), { ...known, rank: 2 }]);
    const board = take(receive(boardFrom(own), forAll), read);
    expect(names(board)).toEqual(['Ada', 'Bo']);
    expect(board.cells['Ada']).toEqual([cellOf(3, 'a')]);
    expect(board.changes['Ada']).toEqual({ by: 1, scored: true, version: 4 });
    expect(board.said.text).toBe('Ada leads with 3. You are 2nd of 2 so far.');
    expect(asksToRead(board, forAll)).toBe(false);
    expect(take(board, { ...read, version: 3 })).toBe(board);
  });

  it('shows as many rows as a message has', () => {
    const crowd = Array.from({ length: 40 }, (_, at) => row(`P${at}`, at + 1, at));
    expect(take(boardFrom(own), sheet(4, crowd)).rows).toHaveLength(25);
  });
});

describe('a ranking that goes by places', () => {
  const relative: BoardStart = { ...start, columns: MATCHPOINTS, follows: 'beside' };

  it('says totals with their unit', () => {
    const board = receive(boardFrom(relative), standings(4, row('Bo', 1, 66.67), row('Ada', 2, 33.33)));
    expect(board.said.text).toContain('Bo leads with 66.67 %.');
  });

  it('marks who has scored, and not those whose totals moved because of it', () => {
    const moved = standings(4, row('Bo', 1, 75), row('Ada', 2, 25, { newest: 'Ada 7' }));
    const { changes } = receive(boardFrom(relative), moved);
    expect([changes['Bo']?.scored, changes['Ada']?.scored]).toEqual([true, false]);
  });
});

describe('a freeze', () => {
  const frozen: BoardStart = { ...start, frozen: true, thaws_at: '2026-05-01T12:00:00Z', follows: 'beside' };
  const end = stateOf('closed', ['closed']);

  it('begins and ends with a message', () => {
    const begun = receive(boardFrom(start), { ...overtaken, frozen: true });
    expect(begun.frozen).toBe(true);
    expect(receive(begun, { ...overtaken, version: 5 }).frozen).toBe(false);
  });

  it('ends when the organiser says, also after the page was made', () => {
    const told = { freeze_at: '2026-05-01T13:00:00Z', closes_at: '2026-05-01T14:00:00Z' };
    expect(receive(boardFrom(frozen), stateOf('running', ['open'], told)).thawsAt).toBe(told.closes_at);
    expect(receive(boardFrom(frozen), stateOf('running', ['open'], { ...told, freeze_at: null })).thawsAt).toBeNull();
  });

  it('tells no winner before it has ended', () => {
    const closed = receive(boardFrom(frozen), end);
    expect(closed.said.text).toBe('');
    expect(receive(closed, standings(4, ...start.rows)).said.text).toContain('Ada has won with 7.');
  });
});
