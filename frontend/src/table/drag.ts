/** Dragging with mouse, pen or finger, told in plain terms. The pointers themselves are a library's care. */

import { DragGesture } from '@use-gesture/vanilla';

export interface Dragging {
  /** A drag begins on this element, which is in the container; false if there is nothing to drag. */
  begin(element: Element): boolean;
  /** It is so far from where it began, in pixels. */
  move(x: number, y: number): void;
  end(): void;
  /** The browser has taken the pointer away, or it was but a tap of an unsteady hand. */
  cancel(): void;
}

/** Let `container` be dragged on, until the function given back is called. Taps stay clicks. */
export function dragging(container: HTMLElement, hands: Dragging): () => void {
  let active = false;
  const gesture = new DragGesture(
    container,
    ({ first, last, tap, xy, initial, event }) => {
      if (first && !tap) active = event.target instanceof Element && hands.begin(event.target);
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
