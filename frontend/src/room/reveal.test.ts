import { describe, expect, it } from 'vitest';
import { cell, MATCHPOINTS, row, SCORES, standings, stateOf } from '../scoreboard/standings.fake';
import { heldBack, isHeldBack, placeAloud, revealAll, revealNext, upNext } from './reveal';
import { fill, hear, wallFrom, type RoomStart, type Wall } from './wall';

const times = (state: string) => ({
  state,
  rounds: [{ number: 1, state: state === 'running' ? 'open' : 'closed', opens_at: '2026-05-01', closes_at: '2026-05-02' }],
});
const closed = stateOf('closed', ['closed']);
const results = [row('Bo', 1, 2), row('Ann', 2, 4, { tied: true }), row('Cy', 2, 4, { tied: true }), row('Di', null)];

function startOf(more: Partial<RoomStart> = {}): RoomStart {
  return {
    competition: 'c',
    version: 1,
    total: 4,
    frozen: true,
    thaws_at: '2026-05-02T12:00:00Z',
    columns: SCORES,
    follows: 'beside',
    rows: [row('Ann', 1, 5), row('Bo', null), row('Cy', null), row('Di', null)],
    pars: [],
    games: ['Wish'],
    holds: true,
    now: '2026-05-01T12:00:00Z',
    times: times('running'),
    ...more,
  };
}

const thawed = (wall: Wall) => hear(hear(wall, closed), standings(2, results));
const ready = (wall: Wall) => fill(thawed(wall), standings(2, results));
const hidden = (wall: Wall) => [...heldBack(wall)].sort();

describe('when a freeze ends', () => {
  it('every ranked name is held back, and none can be revealed before all rows are read', () => {
    const frozen = hear(wallFrom(startOf()), closed);
    expect(isHeldBack(frozen)).toBe(true);
    expect(hidden(frozen)).toEqual([]);
    const wall = thawed(wallFrom(startOf()));
    expect(hidden(wall)).toEqual(['Ann', 'Bo', 'Cy']);
    expect(upNext(wall)).toBeNull();
    expect(revealNext(wall)).toBe(wall);
    expect(upNext(fill(wall, standings(2, results)))?.entry).toBe('Cy');
  });

  it('nothing slips out if the rows come before the message that says so', () => {
    const early = fill(wallFrom(startOf()), standings(2, results));
    expect(hidden(early)).toEqual(['Ann', 'Bo', 'Cy']);
    expect(hidden(hear(hear(early, closed), standings(2, results)))).toEqual(['Ann', 'Bo', 'Cy']);
  });

  it('places are revealed from the last to the first', () => {
    let wall = ready(wallFrom(startOf()));
    const order: string[] = [];
    for (let next = upNext(wall); next; next = upNext(wall)) {
      order.push(placeAloud(next, wall));
      wall = revealNext(wall);
      expect(heldBack(wall).has(next.entry)).toBe(false);
    }
    expect(order).toEqual(['Joint 2nd: Cy, 4.', 'Joint 2nd: Ann, 4.', '1st: Bo, 2.']);
    expect(isHeldBack(wall)).toBe(false);
  });

  it('or all at once', () => {
    const wall = revealAll(revealNext(ready(wallFrom(startOf()))));
    expect([hidden(wall), isHeldBack(wall)]).toEqual([[], false]);
  });

  it('a result that comes late is held back with the others', () => {
    const wall = revealNext(ready(wallFrom(startOf())));
    const late = [row('Di', 1, 1), row('Bo', 2, 2), row('Ann', 3, 4, { tied: true }), row('Cy', 3, 4, { tied: true })];
    const after = fill(hear(wall, standings(3, late)), standings(3, late));
    expect(hidden(after)).toEqual(['Ann', 'Bo', 'Di']);
  });
});

describe('nothing is held back', () => {
  it('on the screens of others', () => {
    const wall = ready(wallFrom(startOf({ holds: false })));
    expect([hidden(wall), isHeldBack(wall)]).toEqual([[], false]);
  });

  it('without a freeze', () => {
    const wall = ready(wallFrom(startOf({ frozen: false })));
    expect([hidden(wall), isHeldBack(wall)]).toEqual([[], false]);
  });

  it('once the results are certified', () => {
    expect(hidden(wallFrom(startOf({ frozen: false, rows: results, times: times('final') })))).toEqual([]);
  });
});

it('is held back on a page that the organiser opens after the freeze', () => {
  const wall = wallFrom(startOf({ frozen: false, rows: results, times: times('closed') }));
  expect(hidden(wall)).toEqual(['Ann', 'Bo', 'Cy']);
  expect(upNext(wall)?.entry).toBe('Cy');
});

it('says totals with their unit', () => {
  const rows = [row('Ann', 1, 66.67, { rounds: [cell(3, 'a', { points: 66.67 })] })];
  const wall = wallFrom(startOf({ frozen: false, columns: MATCHPOINTS, rows, total: 1, times: times('closed') }));
  expect(placeAloud(upNext(wall)!, wall)).toBe('1st: Ann, 66.67 %.');
});
