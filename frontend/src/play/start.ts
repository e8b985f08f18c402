/** The data with which the server's page starts the islands of a round. */

import type { Ends } from '../endings/worth';
import type { Columns } from '../scoreboard/columns';
import type { Row } from '../scoreboard/messages';
import type { View } from '../table/view';
import type { StandingsThen } from './then';

/** A player's place in a round. */
export interface RoundPlace {
  competition: string;
  round: number;
  /** The viewer's entry. */
  entry: string;
  version: number;
  columns: Columns;
  /** The rows around the viewer's own. */
  rows: Row[];
  /** Whether the round had closed when the page was made. */
  over: boolean;
  /** The logs that may be seen, by attempt. */
  logs: Record<string, string>;
}

/** A running attempt. */
export interface AttemptStart {
  attempt: string;
  competition: string;
  round: number;
  entry: string;
  /** Where its ending is told, if not with its log: of a ghost. */
  ending?: string;
  /** What such deals usually end with. */
  usual: Ends;
  view: View;
  state: string;
  may_take_back: boolean;
  /** What the game is about, in a sentence. */
  goal: string;
  started_at: string;
  deadline: string | null;
  /** The server's time. */
  now: string;
  /** Attempts left after this one; null for no limit. */
  left: number | null;
  /** How many rounds there are. */
  rounds: number;
  /** The number of the newest of them, while others are still to begin. */
  after: number | null;
  columns: Columns;
  /** Whether fewer points are better. */
  lowest: boolean;
  /** The player's best score in this round so far; null before the first attempt has ended. */
  best: number | null;
  /** Of a ghost: the standings that it is played beside. */
  then?: StandingsThen;
}
