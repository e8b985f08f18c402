/** Says, for people who do not see the table, what lies in a pile, what a move did, and what can move where. */

import { gettext, ngettext } from '../gettext';
import { listed } from '../words';
import { aloud, FACE_DOWN, spoken, spokenIn } from './cards';
import type { Traced } from './identity';
import { isHeap, type Arrangement, type NamedPile } from './layout';
import { asBeginning, sentence, templateOf } from './telling';
import type { Spot, View } from './view';

type PileWords = Pick<View, 'piles' | 'takes' | 'directions' | 'templates'>;
type FoundationWay = NonNullable<View['directions']>[string];

/**
 * A pile in words: its cards or, if it is empty, what it takes; and the direction in which it is built. "Stack 9:
 * empty, takes a king".
 */
export function pileInWords(place: NamedPile, view: PileWords): string {
  const cards = view.piles[place.pile] ?? [];
  const goes = cards.length ? undefined : view.takes?.[place.pile];
  const pile = asBeginning(place.name);
  const way = view.directions?.[place.pile];
  return goes ? emptyInWords(pile, aloud(templateOf(view, goes)), way) : builtInWords(pile, lying(place, cards), way);
}

function emptyInWords(pile: string, takes: string, way?: FoundationWay): string {
  switch (way) {
    case 'up':
      return gettext('{pile}: empty, takes {takes}, built up', { pile, takes });
    case 'down':
      return gettext('{pile}: empty, takes {takes}, built down', { pile, takes });
    case 'either':
      return gettext('{pile}: empty, takes {takes}, built up or down', { pile, takes });
    default:
      return gettext('{pile}: empty, takes {takes}', { pile, takes });
  }
}

function builtInWords(pile: string, cards: string, way?: FoundationWay): string {
  switch (way) {
    case 'up':
      return gettext('{pile}: {cards}, built up', { pile, cards });
    case 'down':
      return gettext('{pile}: {cards}, built down', { pile, cards });
    case 'either':
      return gettext('{pile}: {cards}, built up or down', { pile, cards });
    default:
      return gettext('{pile}: {cards}', { pile, cards });
  }
}

/**
 * The cards of a pile in words: "2 face down, then seven of hearts, six of spades". Of a heap without face-down cards,
 * only the number of its cards and its top card are said.
 */
function lying(place: NamedPile, pile: readonly string[]): string {
  const down = pile.filter((card) => card === FACE_DOWN).length;
  const faces = pile.filter((card) => card !== FACE_DOWN).map(spoken);
  const card = faces.at(-1);
  if (card === undefined) return down ? ngettext({ one: '{down} face down', other: '{down} face down' }, down, { down }) : gettext('empty');
  if (isHeap(place.fan) && !down) {
    const number = pile.length;
    return number === 1 ? card : ngettext({ one: '{number} card, on top {card}', other: '{number} cards, on top {card}' }, number, { number, card });
  }
  const cards = listed(faces);
  return down ? ngettext({ one: '{down} face down, then {cards}', other: '{down} face down, then {cards}' }, down, { down, cards }) : cards;
}

interface Whereabouts {
  pile: string;
  face: string;
}

function whereabouts({ piles, ids }: Traced): Map<number, Whereabouts> {
  const found = new Map<number, Whereabouts>();
  for (const [pile, cards] of Object.entries(piles))
    cards.forEach((face, index) => found.set(ids[pile]![index]!, { pile, face }));
  return found;
}

/**
 * Says in words what changed between two views. First comes the move: the server's `words` (with cards as codes in
 * braces) or, if `words` is empty, the cards that went to other piles. Then come the cards that were turned up and that
 * `words` does not name, and how many cards newly lie face down in each pile.
 */
export function changeInWords(before: Traced, after: Traced, arrangement: Arrangement, words = ''): string {
  const names = new Map(arrangement.places.map(({ pile, name }) => [pile, name]));
  const old = whereabouts(before);
  const named = spokenIn(words);
  const moved = new Map<string, string[]>();
  const turned: { card: string; pile: string }[] = [];
  const down = new Map<string, number>();
  for (const [id, { pile, face }] of whereabouts(after)) {
    const was = old.get(id);
    if (!was) continue;
    if (face === FACE_DOWN) {
      if (was.face !== FACE_DOWN || was.pile !== pile) down.set(pile, (down.get(pile) ?? 0) + 1);
    } else if (was.face === FACE_DOWN) {
      if (!named.has(spoken(face))) turned.push({ card: asBeginning(spoken(face)), pile: names.get(pile)! });
    } else if (was.pile !== pile && !words) {
      moved.set(pile, [...(moved.get(pile) ?? []), spoken(face)]);
    }
  }
  const sentences = [
    ...(words ? [sentence(aloud(words))] : []),
    ...[...moved].map(([pile, cards]) => gettext('{cards} to {pile}.', { cards: asBeginning(listed(cards)), pile: names.get(pile)! })),
    ...turned.map((facts) => gettext('{card} turned up: {pile}.', facts)),
    ...[...down].map(([name, cards]) =>
      ngettext({ one: '{cards} card face down: {pile}.', other: '{cards} cards face down: {pile}.' }, cards, { cards, pile: names.get(name)! }),
    ),
  ];
  return sentences.join(' ');
}

/** Says which cards are held, and to which piles they may go. */
export function heldInWords(
  piles: Traced['piles'],
  from: Spot,
  targets: ReadonlySet<string>,
  { places }: Arrangement,
): string {
  const cards = asBeginning(listed(piles[from.pile]!.slice(from.index).map(spoken)));
  const names = listed(places.filter(({ pile }) => targets.has(pile)).map(({ name }) => name));
  return gettext('{cards} picked up. May go to: {piles}.', { cards, piles: names });
}

/** Says which cards can be picked up or tapped, each with its pile. */
export function movableInWords(piles: Traced['piles'], movable: readonly Spot[], { places }: Arrangement): string {
  const names = places.flatMap(({ pile, name }) => {
    const spot = movable.find((found) => found.pile === pile);
    if (!spot) return [];
    const card = piles[pile]?.[spot.index];
    return [card === undefined ? name : gettext('{pile}, {card}', { pile: name, card: spoken(card) })];
  });
  return names.length ? gettext('Can move: {cards}.', { cards: names.join('; ') }) : gettext('Nothing can move.');
}
