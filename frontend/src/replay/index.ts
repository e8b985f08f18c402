/** A replay, drawn over the moves that the server wrote once all of it is there. */

import '../style/replay.css';
import { mount as mountComponent, unmount } from 'svelte';
import Replay from './Replay.svelte';
import type { Recording } from './steps';

const FAILED = 'The replay could not be loaded. Reload the page to try again.';

/** `linked`: the page's address tells the move that is shown. */
export function mount(element: HTMLElement, recordings: Promise<Recording[]>, linked: boolean): () => void {
  let component: Record<string, unknown> | undefined;
  let left = false;

  recordings.then(
    (found) => {
      if (left) return;
      element.replaceChildren();
      component = mountComponent(Replay, { target: element, props: { recordings: found, linked } });
    },
    () => {
      const notice = document.createElement('p');
      notice.className = 'notice wrong';
      notice.role = 'alert';
      notice.textContent = FAILED;
      element.prepend(notice);
    },
  );
  return () => {
    left = true;
    if (component) void unmount(component);
  };
}
