/** The live feed of a competition: its messages, until it is stopped. */

import { stayConnected, type Link } from '../socket';
import { messageIn, type FeedMessage } from './messages';

interface FeedOptions {
  competition: string;
  /** The newest version that is known: the server sends only newer ones. */
  since: () => number;
  onMessage: (message: FeedMessage) => void;
  onLink: (link: Link) => void;
}

/** Watch a competition until the returned function is called. */
export function watch({ competition, since, onMessage, onLink }: FeedOptions): () => void {
  return stayConnected({
    path: () => `/ws/v1/competitions/${competition}?since=${since()}`,
    onText: (text) => {
      const message = messageIn(text);
      if (message) onMessage(message);
      return message !== null;
    },
    onLink,
  }).stop;
}
