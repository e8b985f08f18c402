/** The cards on their way, for as long as they are. */

import type { Traced } from './identity';
import { AT_REST, MOTION_MS, motion, type Motion } from './motion';

export class Travel {
  motion: Motion = $state.raw(AT_REST);
  /** Cards are put where they belong, and not moved there. */
  still = $state(true);

  #calm = matchMedia('(prefers-reduced-motion: reduce)');
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** From one view to the next, each card goes its way. */
  follow(before: Traced, after: Traced): void {
    if (this.#calm.matches) return;
    this.motion = motion(before, after);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => (this.motion = AT_REST), MOTION_MS);
  }

  /** Whatever changes next is just there. */
  jump(): void {
    clearTimeout(this.#resting);
    this.motion = AT_REST;
    this.still = true;
    // Once the browser has drawn it, cards may move again.
    requestAnimationFrame(() => requestAnimationFrame(() => (this.still = false)));
  }
}
