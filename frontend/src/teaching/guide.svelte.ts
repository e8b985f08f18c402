/**
 * The guide to a game: a first deal on the usual card table. Before each of the first moves there is a text to read,
 * and the guide shows the move to make.
 */

import type { Deal } from '../practice/keeping';
import { lessonsOf, type Lessons, type Line } from './lessons';
import { hasMet, meet } from './met';

/** An address that ends like this asks for the guide. */
export const CALL = '#guide';

export class GuideTour {
  /** Whether to offer the guide: nobody has played this game, or seen its guide, in this browser. */
  offered = $state(false);
  #lines: readonly Line[] | null = $state.raw(null);

  readonly #deal: Deal;
  readonly #read: (game: string) => Promise<Lessons>;

  constructor(deal: Deal, read: (game: string) => Promise<Lessons> = lessonsOf) {
    this.#deal = deal;
    this.#read = read;
    this.offered = !hasMet(deal.game);
  }

  get steps(): number {
    return this.#lines?.length ?? 0;
  }

  /** The line after this many moves; null after the last line, or while the guide is not shown. */
  lineAt(ply: number): Line | null {
    return this.#lines?.[ply] ?? null;
  }

  /** Begin the guide, if this deal is the guide's. `ready` is called before the first line is shown. */
  async begin(ready: () => void): Promise<void> {
    try {
      const { guide } = await this.#read(this.#deal.game);
      if (guide.seed !== this.#deal.seed) return;
      this.met();
      ready();
      this.#lines = guide.lines;
    } catch {
      // If the lessons cannot be read, the deal is an ordinary game.
    }
  }

  leave(): void {
    this.#lines = null;
    if (location.hash === CALL) history.replaceState(history.state, '', location.pathname + location.search);
  }

  /** Remember that the player has seen the game, and no longer offer the guide. */
  met(): void {
    if (!this.offered) return;
    this.offered = false;
    meet(this.#deal.game);
  }
}
