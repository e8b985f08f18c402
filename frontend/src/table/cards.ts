/** How the service writes cards: rank and suit, `??` for a face-down card, `X1` and `X2` for the jokers. */

import { gettext } from '../gettext';

export const FACE_DOWN = '??';

export const isJoker = (card: string): boolean => card.startsWith('X');

const RANKS: Record<string, string> = {
  A: gettext('ace'),
  2: gettext('two'),
  3: gettext('three'),
  4: gettext('four'),
  5: gettext('five'),
  6: gettext('six'),
  7: gettext('seven'),
  8: gettext('eight'),
  9: gettext('nine'),
  T: gettext('ten'),
  J: gettext('jack'),
  Q: gettext('queen'),
  K: gettext('king'),
};

const SUITS: Record<string, (rank: string) => string> = {
  C: (rank) => gettext('{rank} of clubs', { rank }),
  D: (rank) => gettext('{rank} of diamonds', { rank }),
  H: (rank) => gettext('{rank} of hearts', { rank }),
  S: (rank) => gettext('{rank} of spades', { rank }),
};

const SIGNS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** The card's name as players say it: "ten of hearts". */
export function spoken(card: string): string {
  if (card === FACE_DOWN) return gettext('face-down card');
  if (isJoker(card)) return gettext('joker');
  return SUITS[card.charAt(1)]!(RANKS[card.charAt(0)]!);
}

/** The card as it is drawn, with a letter or number and a sign: 10♥. */
function written(card: string): string {
  return isJoker(card) ? gettext('joker') : card.charAt(0).replace('T', '10') + SIGNS[card.charAt(1)]!;
}

/** The pattern of a card's code in braces, as games' texts have it: {TH}. */
const PLACES = /\{(\w+)\}/g;

/** The text for the eye, with cards as they are drawn: "10♥ taken away". */
export const inWriting = (text: string): string => text.replace(PLACES, (_, card: string) => written(card));

/** The text for the ear, with cards as they are spoken: "ten of hearts taken away". */
export const aloud = (text: string): string => text.replace(PLACES, (_, card: string) => spoken(card));

/** The cards that a text names, as they are spoken. */
export const spokenIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(PLACES)].map(([, card]) => spoken(card!)));
