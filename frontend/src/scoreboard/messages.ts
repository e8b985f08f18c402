/** Reads the messages of the live feed, without trusting them. */

import { objectIn } from '../frames';
import type { Schemas } from '../schema';

export type Cell = Schemas['Cell'];

/** The fields of a row that the feed does not send. */
type Unsent = 'rounds' | 'tie_break' | 'decided_by';

export type Row = Omit<Schemas['Row'], Unsent> & Partial<Pick<Schemas['Row'], Unsent>>;

export interface Standings {
  type: 'standings';
  version: number;
  total: number;
  /** Whether the standings no longer change until the close. */
  frozen: boolean;
  results: Row[];
}

/** The states and windows of a contest and its rounds. An organiser may change windows while the page is open. */
export interface State {
  type: 'state';
  state: string;
  opens_at: string | null;
  closes_at: string | null;
  freeze_at: string | null;
  rounds: Round[];
  /** The server's time when it sent the message. */
  now: string;
}

export interface Round {
  number: number;
  state: string;
  opens_at: string;
  closes_at: string | null;
}

interface PresenceMessage {
  type: 'presence';
  watching: number;
}

export type FeedMessage = Standings | State | PresenceMessage;

/** The message in a text; null if it is no message that this page knows. */
export function messageIn(text: string): FeedMessage | null {
  const message = objectIn(text);
  if (message === null) return null;
  switch (message['type']) {
    case 'standings':
      return typeof message['version'] === 'number' && Array.isArray(message['results'])
        ? (message as unknown as Standings)
        : null;
    case 'state':
      return typeof message['state'] === 'string' && Array.isArray(message['rounds'])
        ? (message as unknown as State)
        : null;
    case 'presence':
      return typeof message['watching'] === 'number' ? (message as unknown as PresenceMessage) : null;
    default:
      return null;
  }
}
