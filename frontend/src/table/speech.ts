/** The table in words, for people who do not see it: a pile, and what a move did. */

import { count } from '../words';
import { FACE_DOWN, sign, spoken } from './cards';
import type { Traced } from './identity';
import { isHeap, type Arrangement, type NamedPile } from './layout';
import { aloud, capital, sentence } from './telling';
import type { Spot, View } from './view';

type PileWords = Pick<View, 'piles' | 'takes' | 'signs'>;

/** What lies on a pile, what goes on an empty one, and which way it is built: "Stack 9: empty, takes a king". */
export function pileInWords(place: NamedPile, { piles, takes, signs }: PileWords): string {
  const cards = piles[place.pile] ?? [];
  const goes = !cards.length && takes?.[place.pile];
  const ways = [...(signs?.[place.pile] ?? '')].flatMap((sign) => WAYS[sign] ?? []);
  const built = ways.length ? `, built ${ways.join(' or ')}` : '';
  return `${capital(place.name)}: ${lying(place, cards)}${goes ? `, takes ${aloud(goes)}` : ''}${built}`;
}

const WAYS: Record<string, string> = { '↑': 'up', '↓': 'down' };

/** "2 face down, then seven of hearts, six of spades". For a heap only the top card is named. */
function lying(place: NamedPile, cards: readonly string[]): string {
  if (!cards.length) return 'empty';
  const down = cards.filter((card) => card === FACE_DOWN).length;
  const faces = cards.filter((card) => card !== FACE_DOWN).map(spoken);
  if (!faces.length) return `${down} face down`;
  if (isHeap(place.fan) && !down) {
    const number = cards.length > 1 ? `${count(cards.length, 'card')}, on top ` : '';
    return `${number}${faces.at(-1)}`;
  }
  return `${down ? `${down} face down, then ` : ''}${faces.join(', ')}`;
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
 * What happened between two views: the cards that went elsewhere, or the move in the server's `words`; and the cards
 * turned up or down.
 */
export function changeInWords(before: Traced, after: Traced, arrangement: Arrangement, words = ''): string {
  const names = new Map(arrangement.places.map(({ pile, name }) => [pile, name]));
  const old = whereabouts(before);
  const moved = new Map<string, string[]>();
  const turned: string[] = [];
  const down = new Map<string, number>();
  for (const [id, { pile, face }] of whereabouts(after)) {
    const was = old.get(id);
    if (!was) continue;
    if (face === FACE_DOWN) {
      if (was.face !== FACE_DOWN || was.pile !== pile) down.set(pile, (down.get(pile) ?? 0) + 1);
    } else if (was.face === FACE_DOWN) {
      if (!words.includes(sign(face))) turned.push(`${spoken(face)} turned up: ${names.get(pile)}`);
    } else if (was.pile !== pile && !words) {
      moved.set(pile, [...(moved.get(pile) ?? []), spoken(face)]);
    }
  }
  const sentences = [
    ...(words ? [aloud(words)] : []),
    ...[...moved].map(([pile, cards]) => `${cards.join(', ')} to ${names.get(pile)}`),
    ...turned,
    ...[...down].map(([pile, number]) => `${count(number, 'card')} face down: ${names.get(pile)}`),
  ];
  return sentences.map(sentence).join(' ');
}

/** What has been picked up, and where it may go. */
export function heldInWords(
  piles: Traced['piles'],
  from: Spot,
  targets: ReadonlySet<string>,
  { places }: Arrangement,
): string {
  const cards = piles[from.pile]!.slice(from.index).map(spoken);
  const names = places.filter(({ pile }) => targets.has(pile)).map(({ name }) => name);
  return sentence(`${cards.join(', ')} picked up. May go to: ${names.join(', ')}`);
}

/** What can be picked up or tapped. */
export function movableInWords(piles: Traced['piles'], movable: readonly Spot[], { places }: Arrangement): string {
  const names = places.flatMap(({ pile, name }) => {
    const spot = movable.find((found) => found.pile === pile);
    if (!spot) return [];
    const card = piles[pile]?.[spot.index];
    return [card === undefined ? name : `${name}, ${spoken(card)}`];
  });
  return names.length ? `Can move: ${names.join('; ')}.` : 'Nothing can move.';
}

/** The engine's reason as a sentence, without the spelling of the move before it. */
export function reasonInWords(why: string): string {
  return sentence(why.replace(/^'[^']*': /, ''));
}
