/** The best score that could still be reached in a game, and the moves to it, without a DOM. */

import { gettext } from '../gettext';
import type { Schemas } from '../schema';
import { minus } from '../words';

/** A game with its analysis. */
export interface AnalysedGame {
  analysis: Schemas['Analysis'];
  /** The score at the end of the game. */
  final: number;
}

/** The moves of a best line from a ply on; none if the game is over there. */
export function lineFrom({ lines }: Schemas['Analysis'], ply: number): string[] {
  const line = lines.findLast((line) => line.ply <= ply);
  return line === undefined ? [] : line.moves.slice(ply - line.ply);
}

/** A sentence with the score that could still be reached at a ply or, at the end, with the final score. */
export function nowInWords({ analysis: { moves }, final }: AnalysedGame, ply: number): string {
  const best = moves[ply]?.best;
  return best === undefined ? gettext('It ended with {score}.', { score: minus(final) }) : gettext('With all cards face up, {score} could still be reached here.', { score: minus(best) });
}
