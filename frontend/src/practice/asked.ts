/** Reads the deal that an address asks for. */

import type { Deal } from './keeping';

/**
 * The deal that an address asks for; null if it is `made`, the deal of the page. Only without a network can the two
 * differ: the browser then shows the page that it keeps for the game, whose deal is another.
 */
export function askedDeal(search: string, made: Deal): Deal | null {
  const asked = new URLSearchParams(search);
  const rules = Object.fromEntries(Object.entries(made.rules).map(([option, value]) => [option, asked.get(option) ?? value]));
  const seed = asked.get('seed') ?? made.seed;
  const same = seed === made.seed && Object.entries(rules).every(([option, value]) => made.rules[option] === value);
  return same ? null : { game: made.game, rules, seed };
}

/** The address that deals other cards of the same game, with the same options. */
export function anotherOf({ game, rules }: Deal): string {
  const query = new URLSearchParams(rules).toString();
  return query ? `/practice/${game}?${query}` : `/practice/${game}`;
}
