/** The state of the scoreboard, without a DOM: what it shows, and how messages change it. */

import type { Link } from '../socket';
import { minus, placeInWords } from '../words';
import type { Cell, Message, Row, Standings, State } from './messages';

/** How a row differs from the one shown before; dropped after a while. */
export interface Change {
  /** Places up (positive) or down. */
  by: number;
  scored: boolean;
  /** The version that brought it. */
  version: number;
}

export interface Board {
  version: number;
  total: number;
  rows: Row[];
  /** Cells by entry, one for each round, as last fetched. */
  cells: Record<string, (Cell | null)[]>;
  changes: Record<string, Change>;
  watching: number | null;
  link: Link;
  /** Whether a round or the competition opened or closed since the page was made. */
  outdated: boolean;
  /** The newest thing worth saying aloud; `nth` tells two equal sentences apart. */
  said: { text: string; nth: number };
  state: string;
  roundStates: string[];
  me: string | null;
}

/** The data with which the server's page starts the island. */
export interface Start {
  competition: string;
  version: number;
  total: number;
  rows: Row[];
  rounds: number[];
  state: string;
  round_states: string[];
  me: string | null;
  /** The numbers of the rounds whose games this viewer may watch, the games of others too. */
  watchable: number[];
}

export function boardFrom(start: Start): Board {
  return {
    version: start.version,
    total: start.total,
    rows: start.rows,
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

/** The board after a message. The newest version wins; an old one changes nothing. */
export function receive(board: Board, message: Message): Board {
  switch (message.type) {
    case 'standings':
      return message.version > board.version ? stand(board, message) : board;
    case 'presence':
      return { ...board, watching: message.watching };
    case 'state':
      return differs(board, message) ? turn(board, message) : board;
  }
}

/** The board after something opened or closed; who has won is said at the end. */
function turn(board: Board, message: State): Board {
  const next = { ...board, ...statesIn(message), outdated: true };
  return isOver(next) && !isOver(board) ? say(next, leaders([], next.rows, true)) : next;
}

/** Whether the last round has closed, so that nobody can join or begin a game any more. */
export function isOver(board: Board): boolean {
  return board.roundStates.every((state) => state === 'closed');
}

/** The board after the connection was made or lost. */
export function connect(board: Board, link: Link): Board {
  if (link === board.link) return board;
  const text =
    link === 'lost' || link === 'refused'
      ? 'Connection lost. The scoreboard is not up to date.'
      : link === 'live' && board.link === 'lost'
        ? 'Connected again. The scoreboard is live.'
        : '';
  return say({ ...board, link, watching: link === 'live' ? board.watching : null }, text);
}

/** The board with the rounds' cells of a GET; unchanged if they are older than what it shows. */
export function fillCells(board: Board, sheet: { version: number; results: Row[] }): Board {
  if (sheet.version < board.version) return board;
  return { ...board, cells: { ...board.cells, ...cellsOf(sheet.results) } };
}

/** The board after the changes up to a version have been shown for long enough. */
export function settle(board: Board, version: number): Board {
  const changes = Object.fromEntries(
    Object.entries(board.changes).filter(([, change]) => change.version > version),
  );
  return { ...board, changes };
}

function stand(board: Board, news: Standings): Board {
  const next = {
    ...board,
    version: news.version,
    total: news.total,
    rows: news.results,
    changes: changesBetween(board, news),
  };
  return say(next, [leaders(board.rows, news.results, isOver(board)), own(board, news)].filter(Boolean).join(' '));
}

/** The changes, added to earlier ones that may still be shown. */
function changesBetween(board: Board, news: Standings): Record<string, Change> {
  const before = new Map(board.rows.map((row, place) => [row.entry, { row, place }]));
  const changes = { ...board.changes };
  news.results.forEach((row, place) => {
    const was = before.get(row.entry);
    const by = was ? was.place - place : 0;
    const scored = was ? was.row.total !== row.total || was.row.rank === null !== (row.rank === null) : true;
    if (by !== 0 || scored) changes[row.entry] = { by, scored, version: news.version };
  });
  return changes;
}

/** A sentence if another player leads now, or the lead has another score: what was said last must stay true. */
function leaders(before: Row[], after: Row[], over: boolean): string {
  const lead = (row: Row) => `${row.entry} ${row.total}`;
  const was = first(before).map(lead);
  const now = first(after);
  const same = now.length === was.length && now.every((row) => was.includes(lead(row)));
  if (now.length === 0 || same) return '';
  const score = minus(now[0]!.total);
  const what = `${over ? 'first place' : 'the lead'} with ${score}.`;
  if (now.length === 1) return `${now[0]!.player.name} ${over ? 'has won' : 'leads'} with ${score}.`;
  if (now.length > 3) return `${now.length} players share ${what}`;
  const names = now.map((row) => row.player.name);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} share ${what}`;
}

function first(rows: Row[]): Row[] {
  return rows.filter((row) => row.rank === 1);
}

/** A sentence if the viewer's own rank has changed; else an empty one. */
function own(board: Board, news: Standings): string {
  const mine = (rows: Row[]) => rows.find((row) => row.entry === board.me);
  const now = mine(news.results);
  if (!now || now.rank === null || now.rank === mine(board.rows)?.rank) return '';
  return `You are ${placeInWords({ ...now, rank: now.rank }, news.total, !isOver(board))}.`;
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
