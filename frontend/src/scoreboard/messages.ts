/** The messages of the live feed, and reading them without trusting them. */

import { objectIn } from '../frames';

export interface Player {
  id: string;
  name: string;
  bot: boolean;
}

export interface Cell {
  score: number | null;
  won: boolean | null;
  /** What the round is worth under a ranking that goes by places. */
  points: number | null;
  moves: number | null;
  state: string;
  /** Its id, once it has ended. */
  attempt: string | null;
}

export interface Row {
  rank: number | null;
  tied: boolean;
  /** How many entries are not disqualified. */
  among: number;
  entry: string;
  player: Player;
  disqualified: boolean;
  total: number;
  /** Whether the player has a game under way. */
  playing: boolean;
  /** What was scored in how many of the rounds that have opened, while some are missing from the total. */
  so_far: { score: number; rounds: number; of: number } | null;
  /** The attempt that brought the newest result. */
  newest: string | null;
  /** By round; the feed does not send it, nor what follows. */
  rounds?: (Cell | null)[];
  /** The values of the tie-breaks. */
  tie_break?: (number | string | null)[];
  /** The last tie-break that was needed. */
  decided_by?: string | null;
}

export interface Standings {
  type: 'standings';
  version: number;
  total: number;
  /** Whether the standings stay what they were until the close. */
  frozen: boolean;
  results: Row[];
}

export interface State {
  type: 'state';
  state: string;
  rounds: { number: number; state: string }[];
}

export interface Presence {
  type: 'presence';
  watching: number;
}

export type Message = Standings | State | Presence;

/** The message in a frame's text; null for a message that this page does not know. */
export function messageIn(text: string): Message | null {
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
      return typeof message['watching'] === 'number' ? (message as unknown as Presence) : null;
    default:
      return null;
  }
}
