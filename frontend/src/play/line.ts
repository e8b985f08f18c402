/** The connection of an attempt to the server, with or without a socket: it sends moves and receives tables. */

import { ask, Problem } from '../api';
import { stayConnected, type Link } from '../socket';
import type { Sent } from './attempt';
import type { RequestLine } from './by_request';
import { messageIn, type AttemptMessage } from './messages';

/** If a move has no answer after this time, the move and the connection count as lost. */
const PATIENCE_MS = 8000;

interface LineOptions {
  attempt: string;
  /**
   * The move that waits for its answer. A new connection sends it again, which does no harm if the server already has
   * the move.
   */
  pending: () => Sent | null;
  /** `greeting`: this is the first message of a connection, and does not answer a move. */
  onMessage: (message: AttemptMessage, greeting: boolean) => void;
  onLink: (link: Link) => void;
}

export interface AttemptLink {
  /** Send the pending move. If there is no connection, the next connection sends it. */
  send: () => void;
  stop: () => void;
}

export function openLine({ attempt, pending, onMessage, onLink }: LineOptions): AttemptLink {
  let greeted = false;
  let requests: RequestLine | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const socket = stayConnected({
    path: () => `/ws/v1/attempts/${attempt}`,
    onText: (text) => {
      const message = messageIn(text);
      if (!message) return false;
      const greeting = !greeted;
      greeted = true;
      clearTimeout(timer);
      onMessage(message, greeting);
      if (greeting) send();
      return true;
    },
    onLink: (link) => {
      greeted = false;
      clearTimeout(timer);
      if (!requests || link === 'refused') onLink(link);
    },
    instead: ({ playByRequest }) => {
      const line = (requests = playByRequest({ ask, Problem, attempt, pending, onMessage, onLink }));
      return () => {
        line.stop();
        requests = null;
      };
    },
  });

  function send(): void {
    requests?.send();
    const move = pending();
    if (!move || !greeted || !socket.send(JSON.stringify(move))) return;
    clearTimeout(timer);
    timer = setTimeout(socket.renew, PATIENCE_MS);
  }

  return {
    send,
    stop: () => {
      clearTimeout(timer);
      socket.stop();
    },
  };
}
