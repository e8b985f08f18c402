/** Receives the messages of a competition's live feed. */

import { stayConnected, type Link } from '../socket';
import { messageIn, type FeedMessage } from './messages';

interface FeedOptions {
  competition: string;
  /** The newest version of the standings that the page knows. The server sends only newer standings. */
  since: () => number;
  /**
   * Called with each message. `anew`: the message has standings with an older version than the page knows, because the
   * site was restored from a backup. They are valid all the same.
   */
  onMessage: (message: FeedMessage, anew: boolean) => void;
  onLink: (link: Link) => void;
}

/** Watch a competition until the returned function is called. */
export function watch({ competition, since, onMessage, onLink }: FeedOptions): () => void {
  /** The version that the page had when it connected, until standings have arrived; then 0. */
  let asked = 0;

  function hear(text: string): boolean {
    const message = messageIn(text);
    if (!message) return false;
    const isStandings = message.type === 'standings';
    onMessage(message, isStandings && message.version < asked);
    if (isStandings) asked = 0;
    return true;
  }

  const ask = () => (asked = since());

  return stayConnected({
    path: () => `/ws/v1/competitions/${competition}?since=${ask()}`,
    onText: hear,
    onLink,
    instead: ({ readFeed }) => readFeed({ competition, ask, hear, onLink }),
  }).stop;
}
