/** Writes numbers, lists, and the state of the connection. */

import { gettext, locale } from './gettext';
import type { Link } from './socket';

export const linkWords: Record<Link, string> = {
  connecting: gettext('Connecting'),
  live: gettext('Live'),
  lost: gettext('Connection lost, trying again'),
  refused: gettext('Not connected; reload the page'),
};

/** A number with a minus sign in place of the hyphen. */
export function minus(number: number | string): string {
  return String(number).replace('-', '−');
}

/**
 * Patterns of names that the site gives (`competitions/people/given_names`), each with the word that is shown for it.
 * What the pattern's group matches, such as a number, follows the word.
 */
const givenNames: [pattern: string, word: string][] = JSON.parse(
  globalThis.document?.documentElement.dataset['givenNames'] ?? '[]',
);

/** A player's name as people read it: a name that the site gave is in the reader's language. */
export function shownName(name: string): string {
  for (const [pattern, word] of givenNames) {
    const found = new RegExp(`^${pattern}$`).exec(name);
    if (found) return `${word}${found[1]}`;
  }
  return name;
}

/** Names as a list in a sentence: Ann, Bo and Cy. */
export function joined(names: Iterable<string>): string {
  return new Intl.ListFormat(locale).format(names);
}

/** A list outside a sentence: Wish, Well. */
export function listed(things: Iterable<string>): string {
  return new Intl.ListFormat(locale, { type: 'unit' }).format(things);
}
