/** Plays when no socket can be opened: each move is a request, and the attempt is read again from time to time. */

import type { ask, Problem } from '../api';
import { retryDelay } from '../backoff';
import type { Schemas } from '../schema';
import type { Link } from '../socket';
import type { Sent } from './attempt';
import type { AttemptMessage, ViewMessage } from './messages';

/** How often the attempt is read. The player may use another device, and the clock or an organiser may end it. */
const READ_EVERY_MS = 10_000;

interface RequestOptions {
  /** Asks the service. */
  ask: typeof ask;
  /** The service's refusals. */
  Problem: typeof Problem;
  attempt: string;
  pending: () => Sent | null;
  onMessage: (message: AttemptMessage, greeting: boolean) => void;
  onLink: (link: Link) => void;
}

export interface RequestLine {
  /** Send the pending move now, or after the answer to the current request. */
  send: () => void;
  stop: () => void;
}

/** Play by requests until `stop` is called. Answers that arrive later are ignored. */
export function playByRequest({ ask, Problem, attempt, pending, onMessage, onLink }: RequestOptions): RequestLine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let greeted = false;
  let busy = false;
  let stopped = false;
  let failures = 0;

  async function step(): Promise<void> {
    clearTimeout(timer);
    if (busy || stopped) return;
    busy = true;
    let pause = READ_EVERY_MS * (0.8 + 0.4 * Math.random());
    const move = greeted ? pending() : null;
    try {
      const message = move ? await makeMove(move) : await look();
      if (stopped) return;
      const greeting = !greeted;
      greeted = true;
      failures = 0;
      onLink('live');
      onMessage(message, greeting);
      if (pending() && pending() !== move) pause = 0;
    } catch (error) {
      if (stopped) return;
      greeted = false; // read the attempt again before the move is sent again
      const refused = error instanceof Problem && error.status < 500 && error.status !== 429;
      onLink(refused ? 'refused' : 'lost');
      if (refused) return;
      pause = retryDelay(failures++);
    } finally {
      busy = false;
    }
    timer = setTimeout(() => void step(), pause);
  }

  async function look(): Promise<ViewMessage> {
    const { view, state, deadline } = await ask<Schemas['Attempt'] & { view: ViewMessage['view'] }>(`attempts/${attempt}`);
    return { type: 'view', view, state, deadline };
  }

  /** The answer to a move; a refusal of the move is an answer, too. */
  async function makeMove({ ply, move }: Sent): Promise<AttemptMessage> {
    try {
      const { view, state } = await ask<Schemas['Table']>(`attempts/${attempt}/moves`, { ply, moves: [move] });
      return { type: 'view', view: view as ViewMessage['view'], state };
    } catch (error) {
      if (error instanceof Problem && (error.status === 409 || error.status === 422))
        return { ...error.body, type: 'error', code: error.code, detail: error.message };
      throw error;
    }
  }

  void step();
  return {
    send: () => void step(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
