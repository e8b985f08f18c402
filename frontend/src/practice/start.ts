/** The data with which the server's page starts a practice deal. */

import type { Ends } from '../endings/worth';
import type { View } from '../table/view';

export interface PracticeStart {
  seed: string;
  opening: View;
  /** How often our bot's games ended with each score, at deals of the same game and options. */
  usual: Ends;
  /** The address of the ending; empty without a network. */
  ending: string;
  /** Whether fewer points are better. */
  lowest: boolean;
  /** The goal of the game, in a sentence. */
  goal: string;
  /** The address of the first deal with help. */
  guide: string;
  /** The address of a new deal. */
  another: string;
  /** Called with the moves that are made, and whether they finished the game. */
  onchange: (moves: string[], finished: boolean) => void;
}
