/** Which cards are moving now, and whether cards may move at all. */

import type { Traced } from './identity';
import { AT_REST, MOTION_MS, motion, type Motion } from './motion';
import { pace } from './pace';

export class Travel {
  motion: Motion = $state.raw(AT_REST);
  /** Whether cards appear in their places without moving there. */
  still = $state(true);

  /** Whether the cards are being dealt now. */
  dealing = $state(false);

  #resting: ReturnType<typeof setTimeout> | undefined;

  /** Move the cards from one view to the next. */
  follow(before: Traced, after: Traced): void {
    const lasts = pace();
    if (!lasts) return;
    this.motion = motion(before, after, lasts);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => (this.motion = AT_REST), MOTION_MS * lasts);
  }

  /** Deal all cards to their places, when a game begins. */
  deal(): void {
    const lasts = pace();
    if (!lasts) return;
    this.dealing = true;
    // The cards begin to move when they are drawn, and the first drawing of a page may take longer than the movement.
    whenDrawn(() => setTimeout(() => (this.dealing = false), MOTION_MS * lasts));
  }

  /** Show the next change without movement. */
  jump(): void {
    clearTimeout(this.#resting);
    this.motion = AT_REST;
    this.still = true;
    whenDrawn(() => (this.still = false)); // then cards may move again
  }
}

/** Call `act` after the browser has drawn the last change. */
function whenDrawn(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
