import { describe, expect, it } from 'vitest';
import type { Row } from '../scoreboard/messages';
import { cell, row, SCORES, standings, stateOf, TOTALS } from '../scoreboard/standings.fake';
import {
  allWon,
  fill,
  hear,
  LATEST,
  LEADERS,
  link,
  MOST,
  playing,
  settle,
  unshown,
  wallFrom,
  winners,
  WINNERS,
  type RoomStart,
  type Wall,
} from './wall';

const news = (version: number, results: Row[], total = results.length) => standings(version, results, { total });

function startOf(rows: Row[], more: Partial<RoomStart> = {}): RoomStart {
  return {
    competition: 'c',
    version: 1,
    total: rows.length,
    rows,
    frozen: false,
    thaws_at: null,
    columns: SCORES,
    follows: 'message',
    holds: false,
    games: ['Wish'],
    pars: [],
    now: '2026-05-01T12:00:00Z',
    times: { state: 'running', rounds: [{ number: 1, state: 'open', opens_at: '2026-05-01', closes_at: null }] },
    ...more,
  };
}

const three = startOf([row('Cy', 1, 4), row('Ann', 2, 9), row('Bo', null)]);
const crowd = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => row(`P${at + from}`, at + from, at + from));
const said = (wall: Wall) => wall.latest.map((each) => `${each.name} ${each.score} ${each.rank}`);

describe('names stand in the order of the standings', () => {
  it('from the start, and after every result', () => {
    const wall = wallFrom(three);
    expect(wall.places).toEqual(['Cy', 'Ann', 'Bo']);
    const next = hear(wall, news(2, [row('Bo', 1, 2), row('Cy', 2, 4), row('Ann', 3, 9)]));
    expect(next.places).toEqual(['Bo', 'Cy', 'Ann']);
    expect(fill(next, news(3, [row('Ann', 1, 1), row('Bo', 2, 2), row('Cy', 3, 4)])).places).toEqual(['Ann', 'Bo', 'Cy']);
  });

  it('those who have not played as they joined, and who is disqualified last', () => {
    const out = row('Eve', null, 30, { disqualified: true });
    const wall = wallFrom(startOf([...three.rows, row('Dee', null), out]));
    expect(wall.places).toEqual(['Cy', 'Ann', 'Bo', 'Dee', 'Eve']);
    const next = hear(wall, news(2, [...three.rows, row('Dee', null), row('Fay', null), out]));
    expect(next.places).toEqual(['Cy', 'Ann', 'Bo', 'Dee', 'Fay', 'Eve']);
  });

  it('while the feed carries only the first of them', () => {
    const many = crowd(30);
    const wall = wallFrom(startOf([...many.slice(0, 29), row('P30', null)]));
    const next = hear(wall, news(2, [row('P30', 1, 0), ...many.slice(0, 24)], 30));
    expect(next.places).toEqual(['P30', ...many.slice(0, 29).map((each) => each.entry)]);
    expect(unshown(next)).toBe(0);
  });

  it('and of too many the leaders are shown', () => {
    const many = crowd(MOST + 1);
    const wall = wallFrom(startOf(many));
    expect(wall.places).toEqual(many.slice(0, LEADERS).map((each) => each.entry));
    expect(unshown(wall)).toBe(MOST + 1 - LEADERS);
    const next = hear(wall, news(2, [row('P40', 1, 0), ...many.slice(0, 24)], MOST + 1));
    expect(next.places).toEqual(['P40', ...wall.places.slice(0, LEADERS - 1)]);
  });
});

describe('the latest results', () => {
  it('are those that were not known, the newest first', () => {
    const wall = hear(wallFrom(three), news(2, [row('Cy', 1, 4), row('Bo', 2, 8), row('Ann', 3, 9)]));
    expect(said(wall)).toEqual(['Bo 8 2']);
    const next = hear(wall, news(3, [row('Ann', 1, 1), row('Cy', 2, 4), row('Bo', 3, 8)]));
    expect(said(next)).toEqual(['Ann 1 1', 'Bo 8 2']);
  });

  it('have no line for a player who only joined, nor for a round that opened', () => {
    const opened = [
      row('Cy', 1, 34, { newest: 'Cy 4' }),
      row('Ann', 2, 39, { newest: 'Ann 9' }),
      row('Bo', null, 60), row('Dee', null, 60),
    ];
    expect(hear(wallFrom(three), news(2, opened)).latest).toEqual([]);
  });

  it('have one for a player who joined and played at once', () => {
    expect(said(hear(wallFrom(three), news(2, [row('Dee', 1, 1), ...three.rows])))).toEqual(['Dee 1 1']);
  });

  it('come from the rows that only a GET has, and from nothing twice', () => {
    const many = crowd(30);
    const wall = wallFrom(startOf([...many.slice(0, 29), row('P30', null)]));
    const heard = hear(wall, news(2, many.slice(0, 25), 30));
    const filled = fill(heard, news(2, many));
    expect(said(filled)).toEqual(['P30 30 30']);
    expect(said(fill(filled, news(2, many)))).toEqual(['P30 30 30']);
    expect(fill(filled, news(1, crowd(30)))).toBe(filled);
  });

  it('are not undone by a message that a GET was faster than', () => {
    const after = [row('Ann', 1, 1), row('Cy', 2, 4), row('Bo', null)];
    const wall = fill(wallFrom(three), news(3, after));
    const late = hear(hear(wall, news(2, three.rows)), news(3, after));
    expect(late.rows['Ann']!.total).toBe(1);
    expect(said(late)).toEqual(['Ann 1 1']);
  });

  describe('of more rounds', () => {
    const running = cell(null, null, { state: 'running' });
    const of = (player: Row, ...rounds: Row['rounds'] & {}) => ({ ...player, rounds });
    const times = {
      state: 'running',
      rounds: [1, 2].map((number) => ({ number, state: 'open', opens_at: '2026-05-01', closes_at: null })),
    };
    const start = startOf([of(row('Ann', 1, 40), cell(10, 'a'), null), of(row('Bo', null, 60), null, running)], {
      times,
      columns: TOTALS,
      follows: 'beside',
    });
    const told = (wall: Wall) => wall.latest.map((each) => `${each.name} ${each.score} in ${each.round}, ${each.rank}`);

    it('tell the score of the round and not the total', () => {
      const heard = hear(wallFrom(start), news(2, [row('Bo', 1, 37), row('Ann', 2, 40)]));
      expect(heard.latest).toEqual([]);
      const rows = [of(row('Bo', 1, 37), null, cell(7, 'b')), of(row('Ann', 2, 40), cell(10, 'a'), running)];
      expect(told(fill(heard, news(2, rows)))).toEqual(['Bo 7 in 2, 1']);
    });

    it('tell a better attempt, and nothing twice', () => {
      const rows = [of(row('Ann', 1, 38), cell(8, 'c'), null)];
      const wall = fill(wallFrom(start), news(2, rows));
      expect(told(wall)).toEqual(['Ann 8 in 1, 1']);
      expect(told(fill(wall, news(3, rows)))).toEqual(['Ann 8 in 1, 1']);
    });

    it('do not tell all that a player has who was not among the rows before', () => {
      const old = of(row('Cy', 1, 3), cell(1, 'd'), cell(2, 'e'));
      expect(told(fill(wallFrom(start), standings(2, [old])))).toEqual([]);
    });
  });

  it('are the last few', () => {
    let wall = wallFrom(startOf([row('Ann', 1, 99)]));
    for (let version = 2; version < 20; version += 1) wall = hear(wall, news(version, [row('Ann', 1, 99 - version)]));
    expect(wall.latest).toHaveLength(LATEST);
    expect(wall.latest[0]!.score).toBe(80);
  });
});

describe('the end', () => {
  const end = stateOf('closed', ['closed']);
  const results = [row('Bo', 1, 2), { ...row('Cy', 2, 4), tied: true }, { ...row('Ann', 2, 4), tied: true }, row('Di', null)];
  const ended = hear(hear(wallFrom(startOf(results)), news(2, results)), end);

  it('has the first three places as its winners, however many share them', () => {
    expect(winners(ended).map((each) => `${each.rank} ${each.player.name}`)).toEqual(['1 Bo', '2 Cy', '2 Ann']);
    const shared = Array.from({ length: WINNERS + 3 }, (_, at) => ({ ...row(`P${at}`, 1, 5), tied: true }));
    expect(winners(wallFrom(startOf(shared)))).toHaveLength(WINNERS + 3);
    expect(winners(wallFrom(startOf([row('Ann', null)])))).toEqual([]);
  });

  it('names no winner whom the newest reading lacks, though a gap hid how they fell', () => {
    const wall = fill(wallFrom(startOf(crowd(60))), news(2, crowd(60)));
    const fallen = [...crowd(2), ...crowd(23, 4).map((each) => ({ ...each, rank: each.rank! - 1 }))];
    const next = hear(wall, news(9, fallen, 60));
    expect(winners(next).map((each) => `${each.rank} ${each.player.name}`)).toEqual(['1 P1', '2 P2', '3 P4']);
    const nobody = fallen.map((each) => ({ ...each, rank: null }));
    expect(winners(hear(next, news(10, nobody, 60)))).toEqual([]);
  });

  it('shows a player who fell out of a message without the rank that another has', () => {
    const wall = wallFrom(startOf(crowd(30)));
    const fallen = [...crowd(2), ...crowd(23, 4).map((each) => ({ ...each, rank: each.rank! - 1 }))];
    const next = hear(wall, news(2, fallen, 30));
    expect(next.rows['P3']!.rank).toBeNull();
    expect(next.places.slice(-4)).toEqual(['P28', 'P29', 'P30', 'P3']);
    const read = [...fallen, ...crowd(4, 27).map((each) => ({ ...each, rank: each.rank! - 1 })), row('P3', 30, 30)];
    expect(fill(next, news(2, read)).places.at(-1)).toBe('P3');
  });

  it('shows the winners once if they are all there are', () => {
    const [ann, bo] = [row('Ann', 1, 3), row('Bo', 2, 4)];
    expect(allWon(wallFrom(startOf([ann, bo])))).toBe(true);
    expect(allWon(wallFrom(startOf([ann, bo, row('Cy', null)])))).toBe(false);
    expect(allWon(wallFrom(startOf([ann, bo], { total: 90 })))).toBe(false);
    const shared = Array.from({ length: WINNERS + 1 }, (_, at) => ({ ...row(`P${at}`, 1, 5), tied: true }));
    expect(allWon(wallFrom(startOf(shared)))).toBe(false);
    expect(allWon(wallFrom(startOf([])))).toBe(false);
  });
});

it('counts who is playing', () => {
  const busy = [{ ...row('Ann', 1, 3), playing: true }, { ...row('Bo', null), playing: true }, row('Cy', null)];
  const wall = wallFrom(startOf(busy));
  expect(playing(wall)).toBe(2);
  expect(playing(hear(wall, news(2, [row('Ann', 1, 3)])))).toBe(1);
});

describe('what moved', () => {
  it('says how far, and who scored, until that is old news', () => {
    const wall = hear(wallFrom(three), news(2, [row('Ann', 1, 1), row('Cy', 2, 4), row('Bo', null)]));
    expect(wall.shifts).toEqual({
      Ann: { rose: 1, scored: true, version: 2 },
      Cy: { rose: -1, scored: false, version: 2 },
    });
    const next = hear(wall, news(3, [row('Ann', 1, 1), row('Bo', 2, 3), row('Cy', 3, 4)]));
    expect(Object.keys(settle(next, 2).shifts)).toEqual(['Cy', 'Bo']);
    expect(settle(next, 3).shifts).toEqual({});
  });
});

it('follows what opens and closes, and an end that is moved', () => {
  const wall = wallFrom(three);
  const end = '2026-05-01T18:00:00Z';
  const [round] = stateOf('running', ['open']).rounds;
  const moved = hear(wall, stateOf('running', ['open'], { rounds: [{ ...round!, closes_at: end }] }));
  expect(moved.times.rounds.map((each) => each.closes_at)).toEqual([end]);
  const closed = hear(moved, stateOf('closed', ['closed']));
  expect([closed.times.state, closed.times.rounds[0]!.state]).toEqual(['closed', 'closed']);
});

it('knows how many watch and whether it is connected', () => {
  const wall = hear(link(wallFrom(three), 'live'), { type: 'presence', watching: 7 });
  expect([wall.board.link, wall.board.watching]).toEqual(['live', 7]);
});
