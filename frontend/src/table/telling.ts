/** What the server says of the table, as sentences for those who see it and for those who hear it. */

import { spoken } from './cards';
import type { Spot, View } from './view';

/** A sentence, from words that stand within one. */
export function sentence(words: string): string {
  const text = capital(words);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why nothing can be done with a card or an empty place; empty if nothing is said of it. */
export function whyNot(view: View, { pile, index }: Spot): string {
  const cards = view.piles[pile]?.length ?? 0;
  const takes = cards ? undefined : view.takes?.[pile];
  if (takes !== undefined) return sentence(`this place takes ${takes}`);
  const reasons = view.reasons?.[pile] ?? [];
  const depth = Math.max(0, cards - 1 - index);
  const why = reasons[Math.min(depth, reasons.length - 1)];
  if (why) return sentence(why);
  return cards && view.finished ? 'The game is over.' : '';
}

/** What a pile takes, for a player who wanted to lay something else there; empty if nothing is said of it. */
export function whatGoes(view: View, pile: string): string {
  const takes = view.takes?.[pile];
  if (takes === undefined) return '';
  return sentence(`this ${view.piles[pile]?.length ? 'pile' : 'place'} takes ${takes}`);
}

const SUITS: Record<string, string> = { '♣': 'C', '♦': 'D', '♥': 'H', '♠': 'S' };

/** Words with the cards' names as they are spoken: "nine of hearts" for 9♥. */
export function aloud(words: string): string {
  return words.replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank: string, suit: string) =>
    spoken(rank.replace('10', 'T') + SUITS[suit]),
  );
}
