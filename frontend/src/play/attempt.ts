/** The state of an attempt, without a DOM: the table, the moves so far, what was sent, and how messages change it. */

import { gettext } from '../gettext';
import type { Schemas } from '../schema';
import type { Link } from '../socket';
import { reasonInWords } from '../table/telling';
import type { Move, Refused, View } from '../table/view';
import type { AttemptMessage } from './messages';

/** A move that was sent and not answered yet. */
export interface Sent {
  ply: number;
  move: string;
}

/** How an attempt ended. */
export interface Ending {
  score: number;
  won: boolean;
  /** Whether the game came to its end; if not, it was given up. */
  finished: boolean;
  /** Whether it ended before its deadline. */
  in_time: boolean;
  ended_at: string;
  /** To the last move. */
  elapsed_ms: number | null;
  /** The log of its moves, for the replay; null for a ghost, which has none. */
  log: string | null;
  /** Where a ghost would have come. */
  place?: Schemas['GhostPlace'] | null;
  /** The score after each move. */
  scores: number[];
}

export interface Attempt {
  view: View;
  state: string;
  /** When the server ends it; null if there is no such time. */
  deadline: string | null;
  /** The moves made so far; null if the server must be asked for them. */
  moves: string[] | null;
  /** Moves in words, by the number of moves after them. */
  made: Readonly<Record<number, Move>>;
  /** Moves that were taken back; redo makes the last one again. */
  undone: string[];
  pending: Sent | null;
  /** The ply that a takeback on its way goes back to. */
  back: number | null;
  refused: Refused | null;
  /** Whether it took more, or something else, than one move to come to this table. */
  jumped: boolean;
  link: Link;
  ending: Ending | null;
  /** The newest thing worth saying aloud; `nth` tells two equal sentences apart. */
  said: { text: string; nth: number };
}

/** The answer of `GET attempts/{id}?words=1` to the attempt's player, who may see all of it. */
export type AttemptInWords = Omit<Schemas['Attempt'], 'id' | 'competition' | 'round' | 'player' | 'play' | 'ghost' | 'started_at' | 'seed' | 'won' | 'finished'> &
  Required<Pick<Schemas['Attempt'], 'view' | 'moves' | 'words' | 'scores' | 'log'>> & { won: boolean; finished: boolean };

const WAITS = gettext('No connection. We send your move as soon as you are connected.');

export function attemptFrom(view: View, state: string, deadline: string | null = null): Attempt {
  return {
    view,
    state,
    deadline,
    moves: view.ply === 0 ? [] : null,
    made: madeBy(view),
    undone: [],
    pending: null,
    back: null,
    refused: null,
    jumped: false,
    link: 'connecting',
    ending: null,
    said: { text: '', nth: 0 },
  };
}

/** Whether the player may act now: the attempt runs, and nothing else is on its way. */
export function ready(attempt: Attempt): boolean {
  return attempt.state === 'running' && attempt.pending === null && attempt.back === null;
}

/** Whether the server must be asked for what no message says: the moves so far, or how the game ended. */
export function mustAsk(attempt: Attempt): boolean {
  return attempt.moves === null || (attempt.state === 'finished' && attempt.ending === null);
}

/** The attempt with a move on its way, legal or not; unchanged if the player may not act now. */
export function offer(attempt: Attempt, move: string): Attempt {
  if (!ready(attempt)) return attempt;
  const next = { ...attempt, pending: { ply: attempt.view.ply, move } };
  return say(next, waitingMove(next) === null ? '' : WAITS);
}

/** The move that waits for a connection; null if none does. */
export function waitingMove({ pending, link }: Attempt): string | null {
  return link === 'lost' ? (pending?.move ?? null) : null;
}

/** The attempt with a takeback of one move on its way; unchanged if none is possible now. */
export function goBack(attempt: Attempt): Attempt {
  if (!ready(attempt) || attempt.view.ply === 0) return attempt;
  return { ...attempt, back: attempt.view.ply - 1 };
}

/** The attempt after a message; the first one on a connection, the `greeting`, is not an answer. */
export function hear(attempt: Attempt, message: AttemptMessage, greeting = false): Attempt {
  if (message.type === 'view') {
    const { view, state, deadline = attempt.deadline } = message;
    return { ...see(attempt, view, state, greeting), deadline };
  }
  const seen = message.view ? see(attempt, message.view, attempt.state, true) : attempt;
  const refused = refuse(seen, reason(message.code, message.detail));
  return message.code === 'stale_ply' || message.code === 'attempt_finished'
    ? { ...refused, moves: null, undone: [] } // another device has played
    : refused;
}

/** The attempt after what was on its way was refused, with the reason. */
export function refuse(attempt: Attempt, why: string): Attempt {
  const nth = (attempt.refused?.nth ?? 0) + 1;
  return { ...attempt, pending: null, back: null, refused: { nth, why } };
}

/** The attempt after the server's answer to a GET; an answer older than the table shown changes nothing. */
export function learn(attempt: Attempt, told: AttemptInWords): Attempt {
  const ending = endingOf(told);
  const { moves, words } = told;
  const made = Object.fromEntries(moves.map((move, ply) => [ply + 1, { move, words: words[ply] ?? move }]));
  if (ending) return { ...see(attempt, told.view, told.state, false), moves, made, ending };
  const current = attempt.state === told.state && same(attempt.view, told.view);
  return current ? { ...attempt, moves, made } : attempt;
}

function endingOf({ score, won, finished, deadline, ended_at, elapsed_ms, log, scores, place }: AttemptInWords): Ending | null {
  if (score === null || ended_at === null || (log === null && place === undefined)) return null;
  const in_time = deadline === null || Date.parse(ended_at) < Date.parse(deadline);
  return { score, won, finished, in_time, ended_at, elapsed_ms, log, scores, ...(place === undefined ? {} : { place }) };
}

/** The attempt after the connection was made or lost. */
export function connect(attempt: Attempt, link: Link): Attempt {
  if (link === attempt.link || attempt.state === 'finished') return { ...attempt, link };
  const text =
    link === 'lost' || link === 'refused'
      ? attempt.pending
        ? WAITS
        : gettext('Connection lost. Your moves are safe.')
      : link === 'live' && attempt.link === 'lost'
        ? gettext('Connected again.')
        : '';
  return say({ ...attempt, link }, text);
}

export function say(attempt: Attempt, text: string): Attempt {
  return text ? { ...attempt, said: { text, nth: attempt.said.nth + 1 } } : attempt;
}

function see(attempt: Attempt, view: View, state: string, greeting: boolean): Attempt {
  const next = same(attempt.view, view) ? { ...attempt, state } : arrive(attempt, view, state, greeting);
  if (state === 'finished') return { ...next, pending: null, back: null, undone: [] };
  const answered = !greeting && next.pending !== null && view.ply > next.pending.ply;
  return answered ? { ...next, pending: null } : next;
}

/** The attempt with another table than before. */
function arrive(attempt: Attempt, view: View, state: string, greeting: boolean): Attempt {
  const made = { ...attempt.made, ...madeBy(view) };
  const next = { ...attempt, view, state, made, jumped: view.ply !== attempt.view.ply + 1 };
  const { pending, back, moves, undone } = attempt;
  if (back !== null && view.ply === back) return wentBack(next);
  if (greeting || pending === null || view.ply !== pending.ply + 1) return { ...next, moves: null, undone: [] };
  return {
    ...next,
    moves: moves && [...moves, pending.move],
    undone: undone.at(-1) === pending.move ? undone.slice(0, -1) : [],
  };
}

function wentBack(attempt: Attempt): Attempt {
  const taken = attempt.moves?.at(-1);
  const undone = taken === undefined ? [] : [...attempt.undone, taken];
  const moves = attempt.moves && attempt.moves.slice(0, -1);
  return say({ ...attempt, back: null, moves, undone }, gettext('One move taken back.'));
}

/** The moves in order, in words where these are known. */
export function movesInWords({ moves, made }: Attempt): { move: string; words: string | null }[] {
  return (moves ?? []).map((move, ply) => {
    const known = made[ply + 1];
    return { move, words: known?.move === move ? known.words : null };
  });
}

const madeBy = (view: View): Attempt['made'] => (view.last ? { [view.ply]: view.last } : {});

function same(one: View, other: View): boolean {
  return one.ply === other.ply && JSON.stringify(one.piles) === JSON.stringify(other.piles);
}

/** Why a move was refused, in a sentence: the rules give a reason, and the service says whole sentences. */
function reason(code: string, detail: string): string {
  switch (code) {
    case 'stale_ply':
      return gettext('You played on elsewhere. This is the table now.');
    case 'attempt_finished':
      return gettext('This attempt has ended.');
    case 'bad_move':
    case 'illegal_move':
    case 'game_over':
    case 'too_long':
      return reasonInWords(detail);
    default:
      return detail;
  }
}
