/** The cards as the service writes them: rank and suit, `??` face down, `X1` and `X2` the jokers. */

export const FACE_DOWN = '??';

export const isJoker = (card: string): boolean => card.startsWith('X');

const RANKS: Record<string, string> = {
  A: 'ace',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
};

const SUITS: Record<string, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };

const SIGNS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** The card as the server writes it in words: 10♥. */
export function sign(card: string): string {
  if (isJoker(card)) return 'joker';
  return `${card.charAt(0).replace('T', '10')}${SIGNS[card.charAt(1)]}`;
}

/** The card's name as players say it: "ten of hearts". */
export function spoken(card: string): string {
  if (card === FACE_DOWN) return 'face-down card';
  if (isJoker(card)) return 'joker';
  return `${RANKS[card.charAt(0)]} of ${SUITS[card.charAt(1)]}`;
}
