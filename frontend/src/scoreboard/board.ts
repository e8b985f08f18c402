/** The state of the scoreboard, without a DOM: its rows, and how messages change them. */

import { gettext, ngettext } from '../gettext';
import type { Link } from '../socket';
import { ordinal } from '../places';
import { joined, shownName } from '../words';
import type { Sheet } from './cells';
import { amountInWords, type Columns, type Ties } from './columns';
import type { Cell, FeedMessage, Row, State } from './messages';
import type { Pars } from './pars';

/** The greatest number of rows that a page shows at once. A message has no more rows, either. */
const SHOWN = 25;

/** A change of a row's place or score, which the page marks for a while. */
interface Change {
  /** The number of places that the row went up; negative if it went down. */
  by: number;
  scored: boolean;
  /** The version of the standings with this change. */
  version: number;
}

/**
 * How the page follows messages, which contain only what everyone may see. `message`: a message has everything that
 * the page shows. `beside`: the page also reads what a message lacks. `instead`: the page reads the viewer's own
 * standings in place of messages.
 */
type Follows = 'message' | 'beside' | 'instead';

export interface Board {
  version: number;
  total: number;
  /** Whether the standings no longer change until the close. */
  frozen: boolean;
  /** When the freeze ends; null if the contest has no freeze. */
  thawsAt: string | null;
  columns: Columns;
  follows: Follows;
  rows: Row[];
  /** The tie-breaks of each entry, as last read. */
  ties: Record<string, Ties>;
  /** The cells of each entry, one for each round, as last read. */
  cells: Record<string, (Cell | null)[]>;
  changes: Record<string, Change>;
  watching: number | null;
  link: Link;
  /** Whether the state of the competition or of a round has changed since the page was made. */
  outdated: boolean;
  /** The newest sentence for screen readers; `nth` tells two equal sentences apart. */
  said: { text: string; nth: number };
  state: string;
  roundStates: string[];
  me: string | null;
}

/** The data with which the server's page starts the island. */
export interface BoardStart {
  competition: string;
  version: number;
  total: number;
  frozen: boolean;
  /** When the freeze ends; null if the contest has no freeze. */
  thaws_at: string | null;
  columns: Columns;
  follows: Follows;
  rows: Row[];
  rounds: number[];
  /** Whether low or high scores win, for each round. */
  orders: ('lowest' | 'highest')[];
  /** The par of each round; null if it was not found when the server wrote the page. */
  pars: Pars;
  state: string;
  round_states: string[];
  me: string | null;
  /** The numbers of the rounds in which this viewer may watch all games, also those of others. */
  watchable: number[];
}

export function boardFrom(start: Omit<BoardStart, 'orders'>): Board {
  return {
    version: start.version,
    total: start.total,
    frozen: start.frozen,
    thawsAt: start.thaws_at,
    columns: start.columns,
    follows: start.follows,
    rows: start.rows,
    ties: tiesOf(start.rows),
    cells: cellsOf(start.rows),
    changes: {},
    watching: null,
    link: 'connecting',
    outdated: false,
    said: { text: '', nth: 0 },
    state: start.state,
    roundStates: start.round_states,
    me: start.me,
  };
}

/**
 * The board after a message. Standings change nothing in two cases: their version is old, or the board follows by
 * `instead` (see Follows).
 */
export function receive(board: Board, message: FeedMessage): Board {
  switch (message.type) {
    case 'standings':
      return isNews(board, message) && board.follows !== 'instead' ? stand(board, message) : board;
    case 'presence':
      return { ...board, watching: message.watching };
    case 'state': {
      const timed = { ...board, thawsAt: message.freeze_at && message.closes_at };
      return differs(board, message) ? turn(timed, message) : timed;
    }
  }
}

/** The board after the site was restored from a backup: it takes the next standings, whatever their version. */
export function beginAnew(board: Board): Board {
  return { ...board, version: -1 };
}

/**
 * Whether the message has new standings, but the page must ask the service for what the message lacks. `board` is the
 * board before `receive`.
 */
export function asksToRead(board: Board, message: FeedMessage): boolean {
  return isNews(board, message) && board.follows !== 'message';
}

function isNews(board: Board, message: FeedMessage): boolean {
  return message.type === 'standings' && message.version > board.version;
}

/**
 * The board after the answer to a GET. If the answer is older than the board, nothing changes. Otherwise the board
 * takes the answer's cells, tie-breaks and `frozen`. If the board follows by `instead` (see Follows), it also takes
 * the version, the total and the first SHOWN rows.
 */
export function take(board: Board, sheet: Sheet): Board {
  if (sheet.version < board.version) return board;
  const known = { ...fillCells(board, sheet), frozen: sheet.frozen };
  return board.follows === 'instead' ? stand({ ...known, frozen: board.frozen }, { ...sheet, results: sheet.results.slice(0, SHOWN) }) : known;
}

/**
 * The board after a round or the contest opened or closed. When the last round closes, the board says who has won,
 * unless the standings are still frozen.
 */
function turn(board: Board, message: State): Board {
  const next = { ...board, ...statesIn(message), outdated: true };
  return isOver(next) && !isOver(board) && !next.frozen ? say(next, leaders(next, [])) : next;
}

/** Whether all rounds have closed, so that nobody can join or begin a game any more. */
export function isOver(board: Board): boolean {
  return board.roundStates.every((state) => state === 'closed');
}

/** The board after the connection was made or lost. */
export function connect(board: Board, link: Link): Board {
  if (link === board.link) return board;
  const text =
    link === 'lost' || link === 'refused'
      ? gettext('Connection lost. The scoreboard is not up to date.')
      : link === 'live' && board.link === 'lost'
        ? gettext('Connected again. The scoreboard is live.')
        : '';
  return say({ ...board, link, watching: link === 'live' ? board.watching : null }, text);
}

/** The board with the cells and tie-breaks of the answer to a GET; unchanged if the answer is older than the board. */
export function fillCells(board: Board, sheet: Pick<Sheet, 'version' | 'results'>): Board {
  if (sheet.version < board.version) return board;
  return {
    ...board,
    cells: { ...board.cells, ...cellsOf(sheet.results) },
    ties: { ...board.ties, ...tiesOf(sheet.results) },
  };
}

/** The board without the changes up to a version, after they were shown for long enough. */
export function settle(board: Board, version: number): Board {
  const changes = Object.fromEntries(
    Object.entries(board.changes).filter(([, change]) => change.version > version),
  );
  return { ...board, changes };
}

function stand(board: Board, news: Sheet): Board {
  const next = {
    ...board,
    version: news.version,
    total: news.total,
    frozen: news.frozen,
    rows: news.results,
    changes: changesBetween(board, news),
  };
  const before = board.frozen && !news.frozen && isOver(board) ? [] : board.rows;
  return say(next, [leaders(next, before), own(board, news)].filter(Boolean).join(' '));
}

/** The changes from the board to newer standings, together with earlier changes that may still be shown. */
function changesBetween(board: Board, news: Sheet): Record<string, Change> {
  const before = new Map(board.rows.map((row, place) => [row.entry, { row, place }]));
  const changes = { ...board.changes };
  news.results.forEach((row, place) => {
    const was = before.get(row.entry);
    const by = was ? was.place - place : 0;
    const scored = was ? was.row.newest !== row.newest : true;
    if (by !== 0 || scored) changes[row.entry] = { by, scored, version: news.version };
  });
  return changes;
}

/**
 * A sentence about the leaders if they or their score have changed, because the sentence spoken last is then no longer
 * true. Otherwise empty.
 */
function leaders(board: Board, before: Row[]): string {
  const over = isOver(board);
  const lead = (row: Row) => `${row.entry} ${row.total}`;
  const was = first(before).map(lead);
  const now = first(board.rows);
  const same = now.length === was.length && now.every((row) => was.includes(lead(row)));
  if (now.length === 0 || same) return '';
  const score = amountInWords(now[0]!.total, board.columns);
  const names = joined(now.map((row) => shownName(row.player.name)));
  const count = now.length;
  if (count === 1)
    return over ? gettext('{name} has won with {score}.', { name: names, score }) : gettext('{name} leads with {score}.', { name: names, score });
  if (count < 4)
    return over
      ? gettext('{names} share first place with {score}.', { names, score })
      : gettext('{names} share the lead with {score}.', { names, score });
  return over
    ? ngettext({ one: '{count} player has first place with {score}.', other: '{count} players share first place with {score}.' }, count, { count, score })
    : ngettext({ one: '{count} player has the lead with {score}.', other: '{count} players share the lead with {score}.' }, count, { count, score });
}

function first(rows: Row[]): Row[] {
  return rows.filter((row) => row.rank === 1);
}

/** A sentence about the viewer's own rank if it has changed; otherwise empty. The only player never gets one. */
function own(board: Board, news: Sheet): string {
  const mine = (rows: Row[]) => rows.find((row) => row.entry === board.me);
  const now = mine(news.results);
  if (!now || now.rank === mine(board.rows)?.rank) return '';
  const { rank, tied, among } = now;
  if (rank === null || among < 2) return '';
  const facts = { place: ordinal(rank), among };
  if (isOver(board)) return tied ? gettext('You are joint {place} of {among}.', facts) : gettext('You are {place} of {among}.', facts);
  return tied ? gettext('You are joint {place} of {among} so far.', facts) : gettext('You are {place} of {among} so far.', facts);
}

function say(board: Board, text: string): Board {
  return text ? { ...board, said: { text, nth: board.said.nth + 1 } } : board;
}

function differs(board: Board, message: State): boolean {
  const { state, roundStates } = statesIn(message);
  return state !== board.state || roundStates.join() !== board.roundStates.join();
}

function statesIn(message: State): Pick<Board, 'state' | 'roundStates'> {
  return { state: message.state, roundStates: message.rounds.map((round) => round.state) };
}

function cellsOf(rows: Row[]): Record<string, (Cell | null)[]> {
  return Object.fromEntries(rows.flatMap((row) => (row.rounds ? [[row.entry, row.rounds]] : [])));
}

function tiesOf(rows: Row[]): Record<string, Ties> {
  return Object.fromEntries(
    rows.flatMap(({ entry, tie_break, decided_by, played }) =>
      tie_break ? [[entry, { tie_break, decided_by: decided_by ?? null, played }]] : [],
    ),
  );
}
