/** Dragging with mouse, pen or finger, as four simple calls. A library handles the pointers. */

import { DragGesture } from '@use-gesture/vanilla';

/** Where in the window a drag began, in pixels; and whether a finger drags, which hides the cards under it. */
export interface Grip {
  x: number;
  y: number;
  finger: boolean;
}

interface Dragging {
  /** A drag begins on this element of the container. Returns false if there is nothing to drag. */
  begin(element: Element, grip: Grip): boolean;
  /** The pointer is now this far from where the drag began, in pixels. */
  move(x: number, y: number): void;
  end(): void;
  /** The browser took the pointer away, or the drag was only a tap with a slight movement. */
  cancel(): void;
}

/** Let players drag in `container` until the returned function is called. Taps stay clicks. */
export function dragging(container: HTMLElement, hands: Dragging): () => void {
  let active = false;
  const gesture = new DragGesture(
    container,
    ({ first, last, tap, xy, initial, event }) => {
      if (first && !tap) {
        const grip = { x: initial[0], y: initial[1], finger: 'pointerType' in event && event.pointerType === 'touch' };
        active = event.target instanceof Element && hands.begin(event.target, grip);
      }
      if (!active) return;
      hands.move(xy[0] - initial[0], xy[1] - initial[1]);
      if (!last) return;
      active = false;
      if (tap || event.type === 'pointercancel') hands.cancel();
      else hands.end();
    },
    { filterTaps: true, threshold: 4, tapsThreshold: 10, pointer: { keys: false } },
  );
  return () => gesture.destroy();
}
