/** The first deal of a game, played on the real table: what to say and to do at each of its first tables. */

import type { Deal } from '../practice/keeping';
import { lessonsOf, type Lessons, type Line } from './lessons';
import { hasMet, meet } from './met';

/** The end of an address that asks for the guide. */
export const CALL = '#guide';

export class GuideTour {
  /** Whether to offer it: nobody has played this game in this browser. */
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

  /** What is said after so many moves; null once all is said, or while nothing is shown. */
  lineAt(ply: number): Line | null {
    return this.#lines?.[ply] ?? null;
  }

  /** Begin, if this is the deal that it explains; `ready` is called before it says anything. */
  async begin(ready: () => void): Promise<void> {
    try {
      const { guide } = await this.#read(this.#deal.game);
      if (guide.seed !== this.#deal.seed) return;
      this.met();
      ready();
      this.#lines = guide.lines;
    } catch {
      // Without lessons it is an ordinary game.
    }
  }

  leave(): void {
    this.#lines = null;
    if (location.hash === CALL) history.replaceState(history.state, '', location.pathname + location.search);
  }

  /** The game is known from now on. */
  met(): void {
    if (!this.offered) return;
    this.offered = false;
    meet(this.#deal.game);
  }
}
