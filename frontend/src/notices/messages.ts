/** What the socket of notices says, read without trusting it. */

import { objectIn } from '../frames';

export interface News {
  /** How many notices the player has not read. */
  unread: number;
  /** What the newest one says, if there is a new one. */
  text: string | null;
}

/** The news of a frame; null for one that has none. */
export function newsIn(frame: string): News | null {
  const message = objectIn(frame);
  if (message === null || typeof message.unread !== 'number') return null;
  if (message.type === 'unread') return { unread: message.unread, text: null };
  const notice = message.notice as { text?: unknown } | undefined;
  if (message.type !== 'notice' || typeof notice?.text !== 'string') return null;
  return { unread: message.unread, text: notice.text };
}
