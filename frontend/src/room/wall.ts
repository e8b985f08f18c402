/**
 * The wall is the list of names on the screen of a room. This is its state, without a DOM: the entries in their order,
 * who has just moved up or down, the latest results, and the winners.
 */

import { beginAnew, boardFrom, connect, fillCells, receive, take, type Board, type BoardStart } from '../scoreboard/board';
import type { Sheet } from '../scoreboard/cells';
import type { FeedMessage, Row } from '../scoreboard/messages';
import type { Link } from '../socket';
import { hasScored, resultsIn, type Result } from './results';
import type { Times } from './times';

/** The number of names for which the wall has room. If there are more players, the wall shows the leaders. */
export const MOST = 42;
export const LEADERS = 25;
export const LATEST = 8;
/** The number of winners for which the wall has room. More may share a place. */
export const WINNERS = 6;
/** Players with one of the first three places have won. */
const PODIUM = 3;

export interface RoomStart extends Omit<BoardStart, 'state' | 'round_states' | 'rounds' | 'orders' | 'me' | 'watchable'> {
  games: string[];
  /** Whether this screen may hold back the final places after a freeze: an organiser's, if the contest has a freeze. */
  holds: boolean;
  /** The server's time when it wrote the page. */
  now: string;
  times: Times;
}

/** The latest change of a row: the ranks gained (negative: lost), and whether the row had a new result. */
interface Shift {
  rose: number;
  scored: boolean;
  version: number;
}

export interface Held {
  /** How many places are not revealed yet. Place 1 is the last to be revealed. Null until all places are known. */
  left: number | null;
  /** The number of revealed places. */
  shown: number;
}

export type Ranked = Row & { rank: number };

export interface Wall {
  board: Board;
  times: Times;
  /** The version of the standings on the wall; -1 after the site was restored, so that any version is newer. */
  version: number;
  /**
   * All rows that were ever read. A row that is missing in the newest reading loses its rank if another row may have
   * that rank now.
   */
  rows: Record<string, Row>;
  /** The entries that are shown, in the order of the standings. */
  places: string[];
  shifts: Record<string, Shift>;
  /** The latest results, the newest first. */
  latest: Result[];
  /**
   * How many places are held back, and how many are revealed. Null until a freeze ends, and always null if `holds` is
   * false.
   */
  held: Held | null;
  /** Whether places will be held back when the contest is over: if there was a freeze, and `mayHold` is true. */
  holds: boolean;
  /** Whether this screen may hold back the final places after a freeze: an organiser's, if the contest has a freeze. */
  mayHold: boolean;
}

export function wallFrom(start: RoomStart): Wall {
  const { state, rounds } = start.times;
  const board = boardFrom({
    ...start,
    state,
    round_states: rounds.map((round) => round.state),
    rounds: rounds.map((round) => round.number),
    me: null,
    watchable: [],
  });
  const rows = byEntry(start.rows);
  const wall = {
    board,
    times: start.times,
    version: start.version,
    rows,
    places: inOrder(wanted(board.total, start.rows, []), rows),
    shifts: {},
    latest: [],
    held: null,
    // If the organiser opens the page after the freeze, places are held back, too, unless the results are certified.
    holds: start.holds && (start.frozen || state === 'closed'),
    mayHold: start.holds,
  };
  return hold(wall, true);
}

/**
 * The wall with `holds` and `held` up to date. During a freeze, it holds back places if it may. After the freeze, `held`
 * counts the places of a wall that holds them back.
 *
 * `complete`: all rows were read again, not only the first ones, so the number of places is known. The place of a late
 * result is held back, too, unless all places are revealed already.
 */
function hold(wall: Wall, complete: boolean): Wall {
  if (wall.board.frozen) return { ...wall, holds: wall.mayHold };
  if (!wall.holds) return wall;
  const shown = wall.held?.shown ?? 0;
  if (!complete) return wall.held ? wall : { ...wall, held: { left: null, shown } };
  if (wall.held?.left === 0) return wall;
  return { ...wall, held: { left: Math.max(0, inPlaces(wall).length - shown), shown } };
}

/** The ranked rows that the wall shows, the best first. */
export function inPlaces(wall: Wall): Ranked[] {
  const ranked = wall.places.flatMap((entry) => {
    const row = wall.rows[entry];
    return row && row.rank !== null ? [{ ...row, rank: row.rank }] : [];
  });
  return ranked.sort((one, other) => one.rank - other.rank);
}

/** The wall after a message of the feed. */
export function hear(wall: Wall, message: FeedMessage): Wall {
  const heard = { ...wall, board: receive(wall.board, message) };
  if (message.type === 'state') return hold({ ...heard, times: message }, false);
  const news = message.type === 'standings' && message.version > wall.version && wall.board.follows !== 'instead';
  return hold(news ? stand(heard, message) : heard, false);
}

/** The wall after the site was restored from a backup: it takes the next standings, whatever their version. */
export function wallAnew(wall: Wall): Wall {
  return { ...wall, version: -1, board: beginAnew(wall.board) };
}

/** The wall with the rows of a GET; unchanged if they are older than what it shows. */
export function fill(wall: Wall, sheet: Sheet): Wall {
  if (sheet.version < wall.version) return wall;
  return hold({ ...stand(wall, sheet), board: take(wall.board, sheet) }, true);
}

export function link(wall: Wall, now: Link): Wall {
  return { ...wall, board: connect(wall.board, now) };
}

/** The wall without the shifts up to a version, after they were shown for long enough. */
export function settle(wall: Wall, version: number): Wall {
  const shifts = Object.entries(wall.shifts).filter(([, shift]) => shift.version > version);
  return { ...wall, shifts: Object.fromEntries(shifts) };
}

/** The winners: the players with the first three places, the best first. */
export function winners(wall: Wall): (Row & { rank: number })[] {
  const ranked = Object.values(wall.rows).flatMap((row) => (row.rank === null ? [] : [{ ...row, rank: row.rank }]));
  return ranked.filter((row) => row.rank <= PODIUM).sort((one, other) => one.rank - other.rank);
}

/** Whether the list of winners shows all players, so that the wall would only repeat it. */
export function allWon(wall: Wall): boolean {
  const won = winners(wall).length;
  return won > 0 && won === wall.board.total && won <= WINNERS;
}

/** The number of players who are playing now, among the rows that were read. */
export function playing(wall: Wall): number {
  return Object.values(wall.rows).filter((row) => row.playing).length;
}

/** The number of players who are not on the wall. */
export function unshown(wall: Wall): number {
  return wall.board.total - wall.places.length;
}

/**
 * The number of names in a column. There are at most three columns, and this number seldom changes as players join.
 */
export function rowsFor(names: number): number {
  return names > 30 ? Math.ceil(MOST / 3) : names > 6 ? 10 : 6;
}

function stand(wall: Wall, news: Sheet): Wall {
  const rows = { ...outranked(wall.rows, news.results), ...byEntry(news.results) };
  return {
    ...wall,
    version: news.version,
    rows,
    board: fillCells(wall.board, news),
    places: inOrder(wanted(news.total, news.results, wall.places), rows),
    shifts: { ...wall.shifts, ...shiftsBetween(wall, news) },
    latest: [...resultsIn(wall, news.results), ...wall.latest].slice(0, LATEST),
  };
}

/**
 * The earlier rows, without the ranks that the first rows of a newer reading contradict.
 *
 * Earlier rows with ranks smaller than that of the last row in `first` lose their ranks, and so do all with ranks 1
 * to 3. If the last row in `first` has no rank, all earlier rows lose theirs. Otherwise the other rows keep their ranks
 * until a GET reads them again.
 */
function outranked(rows: Record<string, Row>, first: Row[]): Record<string, Row> {
  const last = Math.max(first.at(-1)?.rank ?? Infinity, PODIUM + 1);
  return byEntry(Object.values(rows).map((row) => (row.rank !== null && row.rank < last ? { ...row, rank: null } : row)));
}

/** Entries by rank, then those without a rank, and last the disqualified ones. Equal entries keep their order. */
function inOrder(entries: string[], rows: Record<string, Row>): string[] {
  const last = Number.MAX_SAFE_INTEGER;
  const place = (entry: string) => rows[entry]?.rank ?? (rows[entry]?.disqualified ? last : last - 1);
  return [...entries].sort((one, other) => place(one) - place(other));
}

function shiftsBetween(wall: Wall, news: Sheet): Record<string, Shift> {
  const shifts: Record<string, Shift> = {};
  for (const row of news.results) {
    const was = wall.rows[row.entry]?.rank ?? null;
    const rose = was === null || row.rank === null ? 0 : was - row.rank;
    const scored = hasScored(wall, row);
    if (rose !== 0 || scored) shifts[row.entry] = { rose, scored, version: news.version };
  }
  return shifts;
}

/** The entries to show: those of `results` and, if there is room for all, also the entries shown before. */
function wanted(total: number, results: Row[], before: string[]): string[] {
  const first = results.map((row) => row.entry);
  return total > MOST ? first.slice(0, LEADERS) : [...new Set([...first, ...before])];
}

function byEntry(rows: Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.entry, row]));
}
