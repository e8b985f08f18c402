/** Reads the messages of the socket of notices, without trusting them. */

import { objectIn } from '../frames';

export interface News {
  /** The number of notices that the player has not read. */
  unread: number;
  /** The text of the newest notice; null if no notice is new. */
  text: string | null;
}

/** The news in a message; null if it has none. */
export function newsIn(frame: string): News | null {
  const message = objectIn(frame);
  if (message === null || typeof message.unread !== 'number') return null;
  if (message.type === 'unread') return { unread: message.unread, text: null };
  const notice = message.notice as { text?: unknown } | undefined;
  if (message.type !== 'notice' || typeof notice?.text !== 'string') return null;
  return { unread: message.unread, text: notice.text };
}
