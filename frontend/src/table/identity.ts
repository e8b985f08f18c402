/** Finds out which card of one view is which card of the next, so that each card can be followed to its new place. */

import { FACE_DOWN } from './cards';

type Piles = Readonly<Record<string, readonly string[]>>;

/** The piles, and in `ids` a number for each card. A card keeps its number when it is turned or moved. */
export interface Traced {
  piles: Piles;
  ids: Readonly<Record<string, readonly number[]>>;
  /** The next free number. */
  next: number;
}

interface CardOnTable {
  pile: string;
  index: number;
  face: string;
  id: number | null;
}

export function begin(piles: Piles): Traced {
  return number(piles, slots(piles), 0);
}

/**
 * The next view with the numbers of its cards. These rules apply one after the other, each to the cards that have no
 * number yet:
 *
 * 1. A face that both views show keeps its number.
 * 2. A card that stays face down in its place keeps its number.
 * 3. A card that is turned over in its place keeps its number.
 * 4. Each other card, in the order of the piles, gets the number of a missing card: the first one, in the order of
 *    `fromTheTop`, for which at least one of the two cards is face down.
 * 5. A card for which there is no such missing card gets a new number.
 */
export function follow(before: Traced, piles: Piles): Traced {
  const gone = new Map<string, CardOnTable>();
  const faces = new Map<string, string>();
  for (const card of slots(before.piles)) {
    const key = at(card);
    gone.set(key, { ...card, id: before.ids[card.pile]?.[card.index] ?? null });
    if (card.face !== FACE_DOWN) faces.set(card.face, key);
  }

  const cards = slots(piles);
  const claim = (card: CardOnTable, key: string | undefined, fits: (old: CardOnTable) => boolean = () => true) => {
    const old = key === undefined ? undefined : gone.get(key);
    if (card.id !== null || !old || !fits(old)) return;
    card.id = old.id;
    gone.delete(key!);
  };
  for (const card of cards) if (card.face !== FACE_DOWN) claim(card, faces.get(card.face));
  for (const card of cards) if (card.face === FACE_DOWN) claim(card, at(card), (old) => old.face === FACE_DOWN);
  // A new face that is still unmatched was face down before. A missing face was turned down.
  for (const card of cards)
    claim(card, at(card), (old) => (old.face === FACE_DOWN) !== (card.face === FACE_DOWN));

  const left = [...gone.values()].sort(fromTheTop);
  for (const card of cards) {
    if (card.id !== null) continue;
    const found = left.findIndex((old) => old.face === FACE_DOWN || card.face === FACE_DOWN);
    if (found >= 0) card.id = left.splice(found, 1)[0]!.id;
  }
  return number(piles, cards, before.next);
}

const at = (card: CardOnTable) => `${card.pile} ${card.index}`;

/**
 * Puts face-down cards first, because a move that deals or turns cards takes face-down cards. In each pile, the
 * uppermost card comes first.
 */
function fromTheTop(one: CardOnTable, other: CardOnTable): number {
  return (
    Number(other.face === FACE_DOWN) - Number(one.face === FACE_DOWN) ||
    (one.pile === other.pile ? other.index - one.index : 0)
  );
}

function slots(piles: Piles): CardOnTable[] {
  return Object.entries(piles).flatMap(([pile, cards]) =>
    cards.map((face, index) => ({ pile, index, face, id: null })),
  );
}

function number(piles: Piles, cards: readonly CardOnTable[], next: number): Traced {
  const ids: Record<string, number[]> = Object.fromEntries(Object.keys(piles).map((pile) => [pile, []]));
  for (const card of cards) ids[card.pile]!.push(card.id ?? next++);
  return { piles, ids, next };
}
