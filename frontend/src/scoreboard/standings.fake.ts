/** Standings for tests. */

import type { BoardStart } from './board';
import type { Columns } from './columns';
import type { Cell, Row, Standings, State } from './messages';

export const SCORES: Columns = { total: 'Score', amount: '', decimals: 0, points: '', rounds: false, tie_breaks: [], par: '' };
export const TOTALS: Columns = { ...SCORES, total: 'Total', rounds: true };
export const MATCHPOINTS: Columns = { ...TOTALS, total: 'Matchpoints, %', amount: '{total} %', decimals: 2, points: 'Matchpoints, %' };

/** A row. Its newest result differs whenever its total does. */
export function row(name: string, rank: number | null, total = 30, more: Partial<Row> = {}): Row {
  return {
    rank,
    tied: false,
    among: 2,
    entry: name,
    player: { id: `id-${name}`, name, bot: false, account: false },
    disqualified: false,
    total,
    playing: false,
    played: rank === null ? 0 : 1,
    so_far: null,
    newest: rank === null ? null : `${name} ${total}`,
    ...more,
  };
}

export function cell(score: number | null, attempt: string | null, more: Partial<Cell> = {}): Cell {
  return { score, won: false, points: null, moves: 9, elapsed_ms: null, state: 'finished', attempt, granted: false, set_aside: false, seen_before: false, ...more };
}

/** A message with these states of a competition and its rounds. The rounds open in May and have no end. */
export function stateOf(state: string, rounds: string[], more: Partial<State> = {}): State {
  const windows = rounds.map((each, at) => ({ number: at + 1, state: each, opens_at: '2026-05-01T12:00:00Z', closes_at: null }));
  return {
    type: 'state',
    state,
    opens_at: null,
    closes_at: null,
    freeze_at: null,
    rounds: windows,
    now: '2026-05-01T13:00:00Z',
    ...more,
  };
}

export function standings(version: number, results: Row[], more: Partial<Standings> = {}): Standings {
  return { type: 'standings', version, total: results.length, frozen: false, results, ...more };
}

/** A page of a contest that is running, with one round. */
export const START: BoardStart = {
  competition: 'c',
  version: 3,
  total: 2,
  frozen: false,
  thaws_at: null,
  columns: SCORES,
  follows: 'message',
  rows: [row('Ada', 1, 7), row('Bo', 2, 9)],
  rounds: [1],
  orders: ['lowest'],
  pars: [null],
  state: 'running',
  round_states: ['open'],
  me: 'Bo',
  watchable: [],
};
