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
  /** The rows around the viewer's row. */
  rows: Row[];
  /** Whether the round had closed when the page was made. */
  over: boolean;
  /** The ids of the logs of other players that the viewer may see, by the ids of their attempts. */
  logs: Record<string, string>;
}

/** The data with which the page of a running attempt or a ghost starts the island. */
export interface AttemptStart {
  attempt: string;
  competition: string;
  round: number;
  entry: string;
  /** For a ghost: the address of its ending. The ending of any other attempt has the id of its log in its address. */
  ending?: string;
  /** How often our bot's games ended with each score, at deals of the same game and options. */
  usual: Ends;
  view: View;
  state: string;
  may_take_back: boolean;
  /** The goal of the game, in a sentence. */
  goal: string;
  started_at: string;
  deadline: string | null;
  /** The server's time when it wrote the page. */
  now: string;
  /** How many attempts the player has left after this one; null if their number has no limit. */
  left: number | null;
  /** The number of rounds in the contest. */
  rounds: number;
  /** The number of the newest round that has begun, if another round is still to begin; otherwise null. */
  after: number | null;
  columns: Columns;
  /** Whether fewer points are better. */
  lowest: boolean;
  /** The player's best score in this round so far; null before the first attempt has ended. */
  best: number | null;
  /** For a ghost: how the standings of the round developed. */
  then?: StandingsThen;
}
