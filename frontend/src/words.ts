/** Writes numbers, lists, and the state of the connection. */

import { gettext, locale } from './gettext';
import type { Link } from './socket';

export const linkWords: Record<Link, string> = {
  connecting: gettext('Connecting'),
  live: gettext('Live'),
  lost: gettext('Connection lost, trying again'),
  refused: gettext('Not connected; reload the page'),
};

/** A number with a real minus sign, not a hyphen. */
export function minus(number: number | string): string {
  return String(number).replace('-', '−');
}

/** A player's name as people read it: that of a closed player is in the reader's language. */
export function shownName(name: string): string {
  const code = /^deleted-([2-9a-z]{4})$/.exec(name)?.[1];
  return code === undefined ? name : gettext('deleted-{code}', { code });
}

/** Names as a list in a sentence: Ann, Bo and Cy. */
export function joined(names: Iterable<string>): string {
  return new Intl.ListFormat(locale).format(names);
}

/** A list outside a sentence: Wish, Well. */
export function listed(things: Iterable<string>): string {
  return new Intl.ListFormat(locale, { type: 'unit' }).format(things);
}
