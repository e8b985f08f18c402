/** What a game says of the table, as sentences. */

import { gettext, locale } from '../gettext';
import { inWriting } from './cards';
import type { Spot, View } from './view';

/** Words that stand within a sentence, as a sentence begins with them: `as_beginning` of the server says why that is right. */
export function asBeginning(words: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

/** Words that stand within a sentence, as a sentence of their own. */
export function sentence(words: string): string {
  return gettext('{words}.', { words: asBeginning(words) });
}

/** What a game says, with places of the cards that it names; `inWriting` and `aloud` of `cards` fill them. */
export function templateOf({ templates }: Pick<View, 'templates'>, words: string): string {
  return templates?.find((template) => inWriting(template) === words) ?? words;
}

/** Why nothing can be done with a card or an empty place; empty if nothing is said of it. It has places of cards. */
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

/** What a pile takes, for a player who wanted to lay something else there; empty if nothing is said of it. It has places of cards. */
export function whatGoes(view: View, pile: string): string {
  const takes = view.takes?.[pile];
  if (takes === undefined) return '';
  const cards = templateOf(view, takes);
  return view.piles[pile]?.length ? gettext('This pile takes {cards}.', { cards }) : gettext('This place takes {cards}.', { cards });
}
