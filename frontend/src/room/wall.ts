/** The state of the wall, without a DOM: which entry is at which place, what moved, the latest results, the winners. */

import { boardFrom, connect, fillCells, isOver, receive, take, type Board, type BoardStart } from '../scoreboard/board';
import type { Sheet } from '../scoreboard/cells';
import type { FeedMessage, Row } from '../scoreboard/messages';
import type { Link } from '../socket';
import { hasScored, resultsIn, type Result } from './results';
import { hold, type Held } from './reveal';
import type { Times } from './times';

/** How many names the wall has room for; if there are more players, it shows the leaders. */
export const MOST = 42;
export const LEADERS = 25;
export const LATEST = 8;
/** How many winners there is room for; more may share a place. */
export const WINNERS = 6;

export interface RoomStart extends Omit<BoardStart, 'state' | 'round_states' | 'rounds' | 'me' | 'watchable'> {
  /** Entries in order of joining. */
  order: string[];
  games: string[];
  /** Whether this screen may hold back the final places after a freeze: the organiser's. */
  holds: boolean;
  /** The server's clock when it wrote this. */
  now: string;
  times: Times;
}

/** What has just happened to a row: ranks gained (negative: lost), and whether its own result changed it. */
export interface Shift {
  rose: number;
  scored: boolean;
  version: number;
}

export interface Wall {
  board: Board;
  times: Times;
  /** The newest version of all messages so far. */
  version: number;
  rows: Record<string, Row>;
  /** Entries by place; a name stays at its place for as long as it is shown, until the end puts all in order. */
  places: string[];
  shifts: Record<string, Shift>;
  /** The newest first. */
  latest: Result[];
  /** What is held back; null if nothing ever was. */
  held: Held | null;
  /** Whether places are held back when all is over: once there was a freeze, on a screen that `mayHold`. */
  holds: boolean;
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
  const shown = new Set(wanted(board.total, start.rows, rows));
  const wall = {
    board,
    times: start.times,
    version: start.version,
    rows,
    places: [...new Set([...start.order, ...shown])].filter((entry) => shown.has(entry)),
    shifts: {},
    latest: [],
    held: null,
    // Who opens the page after the freeze reveals the places too, until they are certified.
    holds: start.holds && (start.frozen || state === 'closed'),
    mayHold: start.holds,
  };
  return hold(inOrder(wall), true);
}

/** The wall after a message of the feed. */
export function hear(wall: Wall, message: FeedMessage): Wall {
  const heard = inOrder({ ...wall, board: receive(wall.board, message) });
  if (message.type === 'state') return hold({ ...heard, times: message }, false);
  const news = message.type === 'standings' && message.version > wall.version && wall.board.follows !== 'instead';
  return hold(news ? stand(heard, message) : heard, false);
}

/** The wall with a GET's rows, which follow the feed's; unchanged if they are older than what it shows. */
export function fill(wall: Wall, sheet: Sheet): Wall {
  if (sheet.version < wall.version) return wall;
  return hold({ ...stand(wall, sheet), board: take(wall.board, sheet) }, true);
}

export function link(wall: Wall, now: Link): Wall {
  return { ...wall, board: connect(wall.board, now) };
}

/** The wall after the shifts up to a version have been shown for long enough. */
export function settle(wall: Wall, version: number): Wall {
  const shifts = Object.entries(wall.shifts).filter(([, shift]) => shift.version > version);
  return { ...wall, shifts: Object.fromEntries(shifts) };
}

/** Who has won: the first three places, the best first. */
export function winners(wall: Wall): (Row & { rank: number })[] {
  const ranked = Object.values(wall.rows).flatMap((row) => (row.rank === null ? [] : [{ ...row, rank: row.rank }]));
  return ranked.filter((row) => row.rank <= 3).sort((one, other) => one.rank - other.rank);
}

/** Whether the winners are all who played or joined, so that they need not be shown twice. */
export function allWon(wall: Wall): boolean {
  const won = winners(wall).length;
  return won > 0 && won === wall.board.total && won <= WINNERS;
}

/** How many of the players it shows are playing now. */
export function playing(wall: Wall): number {
  return Object.values(wall.rows).filter((row) => row.playing).length;
}

/** How many of the players the wall does not show. */
export function unshown(wall: Wall): number {
  return wall.board.total - wall.places.length;
}

/** How many names a column has. There are at most three columns, and the number seldom changes as players join. */
export function rowsFor(names: number): number {
  return names > 30 ? Math.ceil(MOST / 3) : names > 6 ? 10 : 6;
}

function stand(wall: Wall, news: Sheet): Wall {
  const rows = { ...wall.rows, ...byEntry(news.results) };
  return inOrder({
    ...wall,
    version: news.version,
    rows,
    board: fillCells(wall.board, news),
    places: keepPlaces(wall.places, wanted(news.total, news.results, rows)),
    shifts: { ...wall.shifts, ...shiftsBetween(wall, news) },
    latest: [...resultsIn(wall, news.results), ...wall.latest].slice(0, LATEST),
  });
}

/** The wall with its names in the order of their ranks once nobody can play any more; before, as it is. */
function inOrder(wall: Wall): Wall {
  if (!isOver(wall.board)) return wall;
  const rank = (entry: string) => wall.rows[entry]?.rank ?? Infinity;
  // Two Infinities have no difference; a sort keeps the order of equals.
  const places = [...wall.places].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
  return { ...wall, places };
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

/** The entries to show: all that are known or, if they are too many, the first of `results`. */
function wanted(total: number, results: Row[], rows: Record<string, Row>): string[] {
  return total > MOST ? results.slice(0, LEADERS).map((row) => row.entry) : Object.keys(rows);
}

/** The places: entries that are shown keep theirs, and new ones take a free place, or one at the end. */
function keepPlaces(places: string[], shown: string[]): string[] {
  const stays = new Set(shown);
  const coming = shown.filter((entry) => !places.includes(entry));
  const kept = places.map((entry) => (stays.has(entry) ? entry : coming.shift()));
  return [...kept, ...coming].filter((entry) => entry !== undefined);
}

function byEntry(rows: Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.entry, row]));
}
