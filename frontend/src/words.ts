/** How the pages write numbers, and the state of their connection. */

import { gettext } from './gettext';
import type { Link } from './socket';

export const linkWords: Record<Link, string> = {
  connecting: gettext('Connecting'),
  live: gettext('Live'),
  lost: gettext('Connection lost, trying again'),
  refused: gettext('Not connected; reload the page'),
};

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A number, with a real minus sign and not a hyphen. */
export function minus(number: number | string): string {
  return String(number).replace('-', '−');
}

/** A place in words: 1st, 2nd, 3rd, 4th. */
export function ordinal(rank: number): string {
  const teen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')}`;
}

/** A place, which may still change while it is `soFar`: joint 1st of 2 so far; empty without a rank, and for a lone player. */
export function placeInWords(
  { rank, tied, among }: { rank: number | null; tied: boolean; among: number },
  soFar: boolean,
): string {
  return rank === null || among < 2 ? '' : `${tied ? 'joint ' : ''}${ordinal(rank)} of ${among}${soFar ? ' so far' : ''}`;
}

/** What was scored while rounds are missing: 16 · 1 of 3 rounds. */
export function soFarInWords(score: string, soFar: { rounds: number; of: number }): string {
  return `${score} · ${soFar.rounds} of ${soFar.of} rounds`;
}
