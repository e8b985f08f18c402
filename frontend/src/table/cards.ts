/** The cards as the service writes them: rank and suit, `??` face down, `X1` and `X2` the jokers. */

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

const SIGNS: Record<string, string> = { '♣': 'C', '♦': 'D', '♥': 'H', '♠': 'S' };

/** Cards as games write them in words, in every language with the letters that are drawn on them: 10♥, Q♠. */
const WRITTEN = /(10|[2-9AJQK])([♣♦♥♠])/g;

/** The card's name as players say it: "ten of hearts". */
export function spoken(card: string): string {
  if (card === FACE_DOWN) return gettext('face-down card');
  if (isJoker(card)) return gettext('joker');
  return SUITS[card.charAt(1)]!(RANKS[card.charAt(0)]!);
}

/** What a game says, with the cards' names as they are spoken: "nine of hearts" for 9♥. */
export function aloud(words: string): string {
  return words.replace(WRITTEN, (_, rank: string, suit: string) => spoken(cardOf(rank, suit)));
}

/** Whether a game's words name a card: 10♥. */
export function isNamed(card: string, words: string): boolean {
  if (isJoker(card)) return words.includes(spoken(card));
  return [...words.matchAll(WRITTEN)].some(([, rank = '', suit = '']) => cardOf(rank, suit) === card);
}

const cardOf = (rank: string, suit: string): string => rank.replace('10', 'T') + SIGNS[suit];
