/** Makes sentences from what a game says about the table. */

import { gettext, locale } from '../gettext';
import { inWriting } from './cards';
import type { Spot, View } from './view';

/**
 * The words with a capital letter at the beginning, so that they can begin a sentence. Use this only for texts of
 * games, and for the names of cards and piles. On the server, `as_beginning` in `competitions/translatable.py` does the
 * same.
 */
export function asBeginning(words: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

/** The words as a whole sentence, with a capital letter and a full stop. */
export function sentence(words: string): string {
  return gettext('{words}.', { words: asBeginning(words) });
}

/**
 * The template of a game's text: the same text with its cards as codes in braces, which `inWriting` and `aloud` of
 * `cards` replace. The text itself if the view has no template for it.
 */
export function templateOf({ templates }: Pick<View, 'templates'>, words: string): string {
  return templates?.find((template) => inWriting(template) === words) ?? words;
}

/**
 * Why the player can do nothing with a card or an empty place; empty if no reason is known. Cards are codes in braces.
 */
export function whyNot(view: View, { pile, index }: Spot): string {
  const cards = view.piles[pile]?.length ?? 0;
  const takes = cards ? undefined : view.takes?.[pile];
  if (takes !== undefined) return gettext('This place takes {cards}.', { cards: templateOf(view, takes) });
  const reasons = view.reasons?.[pile] ?? [];
  const depth = Math.max(0, cards - 1 - index);
  const why = reasons[Math.min(depth, reasons.length - 1)];
  if (why) return sentence(templateOf(view, why));
  return cards && view.finished ? gettext('The game is over.') : '';
}

/**
 * What a pile takes, for a player who tried to lay something else there; empty if the game does not say. Cards are
 * codes in braces.
 */
export function whatGoes(view: View, pile: string): string {
  const takes = view.takes?.[pile];
  if (takes === undefined) return '';
  const cards = templateOf(view, takes);
  return view.piles[pile]?.length ? gettext('This pile takes {cards}.', { cards }) : gettext('This place takes {cards}.', { cards });
}
