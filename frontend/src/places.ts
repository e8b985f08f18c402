/** Words for places, for numbers of players, and for scores. */

import { gettext, language, locale, ngettext } from './gettext';
import { minus } from './words';

/** A number with this many decimals. */
export function decimal(number: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return minus(new Intl.NumberFormat(locale, digits).format(number));
}

export function playersInWords(count: number): string {
  return ngettext({ one: '{count} player', other: '{count} players' }, count, { count });
}

const placing = new Intl.PluralRules(language, { type: 'ordinal' });

/** A place as an ordinal number in the language of the page; in English 1st, 2nd, 3rd, 4th. */
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

/**
 * A place, such as "joint 1st of 2 so far". `soFar` means that the place may still change. Empty without a rank, and
 * for the only player.
 */
export function placeInWords(
  { rank, tied, among }: { rank: number | null; tied: boolean; among: number },
  soFar: boolean,
): string {
  if (rank === null || among < 2) return '';
  const facts = { place: ordinal(rank), among };
  if (soFar) return tied ? gettext('joint {place} of {among} so far', facts) : gettext('{place} of {among} so far', facts);
  return tied ? gettext('joint {place} of {among}', facts) : gettext('{place} of {among}', facts);
}

/** The score while rounds are missing: 16 · 1 of 3 rounds. */
export function soFarInWords(score: string, { rounds, of }: { rounds: number; of: number }): string {
  return ngettext({ one: '{score} · {rounds} of {of} round', other: '{score} · {rounds} of {of} rounds' }, of, { score, rounds, of });
}
