/** The places on the table where the keyboard can stop, and the stop to which a key leads. */

import { seen, within, type TablePlan, type Rect } from './geometry';
import { isActive, type HandOptions } from './hands';
import type { Spot } from './view';

export interface Stop extends Spot {
  rect: Rect;
}

const WAYS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const isSame = (one: Spot, other: Spot): boolean =>
  one.pile === other.pile && one.index === other.index;

/**
 * The stops in reading order: the uppermost card of each pile, each empty place that is drawn, and all other cards that
 * the player can pick up or choose.
 */
export function stopsOf(plan: TablePlan, options: HandOptions): Stop[] {
  return [...plan.spots.values()].flatMap((spot) => {
    const { pile, bare } = spot.place;
    const last = spot.cards.length - 1;
    if (bare && last < 0) return [];
    return seen(spot)
      .map(({ index, rect }) => ({ pile, index, rect }))
      .filter((stop) => stop.index >= last || isActive(options, stop));
  });
}

/**
 * The stop that gets the focus after a change of the table: the one at `here`. If that is gone, the last stop of its
 * pile. If the pile has no stop, the nearest one. Without `here`, the first stop. Null if there are no stops.
 */
export function nearest(stops: readonly Stop[], here: Stop | null): Stop | null {
  if (!here) return stops[0] ?? null;
  const away = (stop: Stop) => {
    const [one, other] = [middle(stop.rect), middle(here.rect)];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  return (
    stops.find((stop) => isSame(stop, here)) ??
    stops.findLast((stop) => stop.pile === here.pile) ??
    stops.toSorted((one, other) => away(one) - away(other))[0] ??
    null
  );
}

/**
 * The stop to which an arrow key leads: right and down to the next one in reading order, left and up to the previous
 * one. The first stop follows the last one. Null if the key is no arrow key.
 */
export function cycle(stops: readonly Stop[], here: Stop, key: string): Stop | null {
  const way = WAYS[key];
  if (!way) return null;
  const at = stops.findIndex((stop) => isSame(stop, here));
  return stops.at((at + way.x + way.y) % stops.length) ?? here;
}

/**
 * The stop to which an arrow key, Home or End leads from `here`; null for any other key. If no stop lies in the
 * direction of an arrow key, this is `here` itself.
 */
export function step(stops: readonly Stop[], here: Stop, key: string): Stop | null {
  if (key === 'Home') return stops[0] ?? here;
  if (key === 'End') return stops.at(-1) ?? here;
  const way = WAYS[key];
  if (!way) return null;
  let nearest = here;
  let least = Infinity;
  for (const stop of stops) {
    if (isSame(stop, here)) continue;
    const from = nearestPoint(stop.rect, middle(here.rect));
    const dx = middle(stop.rect).x - middle(here.rect).x;
    const dy = middle(stop.rect).y - middle(here.rect).y;
    const ahead = dx * way.x + dy * way.y;
    if (ahead < 4) continue;
    // The sideways distance is measured mostly to the nearest edge, so that a long pile is next to a short one. The
    // distance to the middle counts a little, too: if rows overlap, the neighbour in the same row comes before a card
    // half a row below, and that card before one two rows below.
    const aside = way.x ? Math.abs(from.y - middle(here.rect).y) : Math.abs(from.x - middle(here.rect).x);
    const off = Math.abs(way.x ? dy : dx);
    const far = ahead + 3 * aside + (way.x ? 1.25 : 0.75) * off;
    if (far >= least) continue;
    least = far;
    nearest = stop;
  }
  return nearest;
}

const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });

const nearestPoint = ({ x, y, width, height }: Rect, to: { x: number; y: number }) => ({
  x: within(to.x, x, x + width),
  y: within(to.y, y, y + height),
});
