/** The data with which the server's page starts a practice deal. */

import type { Ends } from '../endings/worth';
import type { View } from '../table/view';

export interface PracticeStart {
  seed: string;
  opening: View;
  /** What such deals usually end with. */
  usual: Ends;
  /** Where it is told how good a game was; empty without a network. */
  ending: string;
  /** Whether fewer points are better. */
  lowest: boolean;
  /** What the game is about, in a sentence. */
  goal: string;
  /** Where a first game is shown. */
  guide: string;
  /** Where a new deal is found. */
  another: string;
  /** Told of the moves that stand, and whether they finished the game. */
  onchange: (moves: string[], finished: boolean) => void;
}
