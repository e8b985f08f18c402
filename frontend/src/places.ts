/** How the pages say places and how many players there are, and write what was scored. */

import { gettext, language, locale, ngettext } from './gettext';
import { minus } from './words';

/** A number with so many decimals. */
export function decimal(number: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return minus(new Intl.NumberFormat(locale, digits).format(number));
}

export function playersInWords(count: number): string {
  return ngettext('{count} player', '{count} players', count, { count });
}

const placing = new Intl.PluralRules(language, { type: 'ordinal' });

/** A place: 1st, 2nd, 3rd, 4th. The language has its own forms of it, of which these are the English ones. */
export function ordinal(rank: number): string {
  switch (placing.select(rank)) {
    case 'one':
      return gettext('{rank}st', { rank });
    case 'two':
      return gettext('{rank}nd', { rank });
    case 'few':
      return gettext('{rank}rd', { rank });
    default:
      return gettext('{rank}th', { rank });
  }
}

/** A place, which may still change while it is `soFar`: joint 1st of 2 so far; empty without a rank, and for a lone player. */
export function placeInWords(
  { rank, tied, among }: { rank: number | null; tied: boolean; among: number },
  soFar: boolean,
): string {
  if (rank === null || among < 2) return '';
  const facts = { place: ordinal(rank), among };
  if (soFar) return tied ? gettext('joint {place} of {among} so far', facts) : gettext('{place} of {among} so far', facts);
  return tied ? gettext('joint {place} of {among}', facts) : gettext('{place} of {among}', facts);
}

/** What was scored while rounds are missing: 16 · 1 of 3 rounds. */
export function soFarInWords(score: string, { rounds, of }: { rounds: number; of: number }): string {
  return ngettext('{score} · {rounds} of {of} round', '{score} · {rounds} of {of} rounds', of, { score, rounds, of });
}
