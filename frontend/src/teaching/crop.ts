/** Cuts out the part of a table that a picture needs, so that its cards are large. */

import { pilesOf, optionsOf } from '../table/hands';
import { HEAP, type Fan, type Layout, type NamedPile } from '../table/layout';
import type { Picture } from './lessons';

/** The widest gap that is left between piles: in card widths across, in card heights down. */
const GAP = 0.35;

/**
 * The layout of only the piles that have cards before or after the move, moved closer together. Foundations, and heaps
 * such as the stock, are left out unless the move takes from them, goes to them or changes them.
 */
export function croppedTo({ before, after, move }: Pick<Picture, 'before' | 'after' | 'move'>, layout: Layout): Layout {
  const named = pilesOf(optionsOf(before, layout), move);
  const most = (pile: string) => Math.max(before.piles[pile]?.length ?? 0, after.piles[pile]?.length ?? 0);
  const changes = (pile: string) => before.piles[pile]?.join() !== after.piles[pile]?.join();
  return {
    ...layout,
    arrange: (view, narrow, press) => {
      const places = layout
        .arrange(view, narrow, press)
        .places.filter(({ pile, mark, fan, bare }) => {
          const aside = mark !== undefined || (fan === HEAP && !bare);
          return named.has(pile) || (aside ? changes(pile) : most(pile) > 0);
        })
        .map((place) => ({ ...place, fan: { ...place.fan, room: extent(place.fan, most(place.pile)) } }));
      const boxes = places.map((place) => boxOf(place, most(place.pile)));
      const across = together(boxes.map(({ left, right }) => [left, right]));
      const down = together(boxes.map(({ top, bottom }) => [top, bottom]));
      return {
        width: across.length,
        height: down.length,
        places: places.map((place, nth) => ({ ...place, x: place.x - across.by[nth]!, y: place.y - down.by[nth]! })),
      };
    },
  };
}

/** The length of a fan of this many cards: in card widths if it goes sideways, in card heights if it goes down. */
function extent(fan: Fan, cards: number): number {
  return 1 + Math.max(0, cards - 1) * Math.max(Math.abs(fan.x), Math.abs(fan.y));
}

function boxOf({ x, y, fan }: NamedPile, cards: number) {
  const [dx, dy] = [Math.max(0, cards - 1) * fan.x, Math.max(0, cards - 1) * fan.y];
  return {
    left: x + Math.min(0, dx),
    top: y + Math.min(0, dy),
    right: x + 1 + Math.max(0, dx),
    bottom: y + 1 + Math.max(0, dy),
  };
}

/**
 * Moves piles together along one axis. A stretch is where a pile begins and ends. Returns how far each pile must move
 * so that no gap is wider than GAP, and the length of all piles then.
 */
function together(stretches: readonly (readonly [number, number])[]): { by: number[]; length: number } {
  const by: number[] = [];
  let end = -Infinity;
  let shift = 0;
  for (const nth of stretches.map((_, nth) => nth).sort((one, other) => stretches[one]![0] - stretches[other]![0])) {
    const [from, to] = stretches[nth]!;
    if (end === -Infinity) shift = from;
    else shift += Math.max(0, from - end - GAP);
    by[nth] = shift;
    end = Math.max(end, to);
  }
  return { by, length: end - shift };
}
