/**
 * The state of an attempt, without a DOM: the table, the moves so far, the move on its way, and how messages change
 * the state.
 */

import { gettext } from '../gettext';
import type { Schemas } from '../schema';
import type { Link } from '../socket';
import { sentence } from '../table/telling';
import type { Move, Refused, View } from '../table/view';
import type { AttemptMessage, Fault } from './messages';

/** A move that was sent and not answered yet. */
export interface Sent {
  ply: number;
  move: string;
}

/** How an attempt ended. */
export interface Ending {
  score: number;
  won: boolean;
  /** Whether the game was played to its end. If not, it was given up or timed out. */
  finished: boolean;
  /** Whether the attempt ended before its deadline; true if it had none. */
  in_time: boolean;
  ended_at: string;
  /** The time from the first view to the last move; null if it is not known. */
  elapsed_ms: number | null;
  /** The id of the attempt's log, for the replay; null for a ghost, which has no log. */
  log: string | null;
  /** The place that a ghost would have taken. */
  place?: Schemas['GhostPlace'] | null;
  /** The score after each move. */
  scores: number[];
}

export interface Attempt {
  view: View;
  state: string;
  /** The time when the server ends the attempt; null if the attempt may run without end. */
  deadline: string | null;
  /** The moves made so far; null if they must be read from the server. */
  moves: string[] | null;
  /** The moves in words, as far as they are known. The first move has the key 1. */
  made: Readonly<Record<number, Move>>;
  /** Moves that were taken back. A redo makes the last of them again. */
  undone: string[];
  pending: Sent | null;
  /** The ply to which a takeback on its way returns; null if none is on its way. */
  back: number | null;
  refused: Refused | null;
  /** False if a single move led to the newest table; true after any other change. */
  jumped: boolean;
  link: Link;
  ending: Ending | null;
  /** The newest sentence for screen readers; `nth` tells two equal sentences apart. */
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

/** Whether the player may act now: the attempt is running, and neither a move nor a takeback is on its way. */
export function ready(attempt: Attempt): boolean {
  return attempt.state === 'running' && attempt.pending === null && attempt.back === null;
}

/** Whether the page must read from the server what no message contains: the moves so far, or the ending. */
export function mustAsk(attempt: Attempt): boolean {
  return attempt.moves === null || (attempt.state === 'finished' && attempt.ending === null);
}

/** The attempt with a move on its way, legal or not; unchanged if the player may not act now. */
export function offer(attempt: Attempt, move: string): Attempt {
  if (!ready(attempt)) return attempt;
  const next = { ...attempt, pending: { ply: attempt.view.ply, move } };
  return say(next, waitingMove(next) === null ? '' : WAITS);
}

/** The move that waits because the connection was lost; null if there is none. */
export function waitingMove({ pending, link }: Attempt): string | null {
  return link === 'lost' ? (pending?.move ?? null) : null;
}

/**
 * The attempt with a takeback of one move on its way; unchanged if there is no move to take back, or if the player may
 * not act now. The caller checks whether the contest allows takebacks.
 */
export function goBack(attempt: Attempt): Attempt {
  if (!ready(attempt) || attempt.view.ply === 0) return attempt;
  return { ...attempt, back: attempt.view.ply - 1 };
}

/** The attempt after a message. `greeting`: it is the first message of a connection, and does not answer a move. */
export function hear(attempt: Attempt, message: AttemptMessage, greeting = false): Attempt {
  if (message.type === 'view') {
    const { view, state, deadline = attempt.deadline } = message;
    return { ...see(attempt, view, state, greeting), deadline };
  }
  const seen = message.view ? see(attempt, message.view, attempt.state, true) : attempt;
  const refused = refuse(seen, reason(message));
  return message.code === 'stale_ply' || message.code === 'attempt_finished'
    ? { ...refused, moves: null, undone: [] } // read the moves again: some may come from another device
    : refused;
}

/** The attempt after the server refused the move or the takeback on its way, with the reason. */
export function refuse(attempt: Attempt, why: string): Attempt {
  const nth = (attempt.refused?.nth ?? 0) + 1;
  return { ...attempt, pending: null, back: null, refused: { nth, why } };
}

/**
 * The attempt after the server's answer to a GET. If the answer has the ending, the attempt takes the ending, the table
 * and the moves from it. If the answer has no ending, but the same table as the attempt, the attempt takes the moves.
 * Otherwise, the attempt is unchanged.
 */
export function learn(attempt: Attempt, answer: AttemptInWords): Attempt {
  const ending = endingOf(answer);
  const { moves, words } = answer;
  const made = Object.fromEntries(moves.map((move, ply) => [ply + 1, { move, words: words[ply] ?? move }]));
  if (ending) return { ...see(attempt, answer.view, answer.state, false), moves, made, ending };
  const current = attempt.state === answer.state && same(attempt.view, answer.view);
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

/** The attempt with a new table. */
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

/** The moves in order, in words if these are known. */
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

/** The reason for a refusal as a sentence. The rules give a part of a sentence, the service whole sentences. */
function reason({ code, detail, why }: Fault): string {
  if (why !== undefined) return sentence(why);
  switch (code) {
    case 'stale_ply':
      return gettext('You played on elsewhere. This is the table now.');
    case 'attempt_finished':
      return gettext('This attempt has ended.');
    default:
      return detail;
  }
}
