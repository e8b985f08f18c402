/** Draws a replay in place of the server's list of moves, when all recordings are loaded. */

import '../style/replay.css';
import { gettext } from '../gettext';
import { mount } from '../islands/island';
import Replay from './Replay.svelte';
import type { Recording } from './steps';
import type { Analysable } from './studying';

const FAILED = gettext('The replay could not be loaded. Reload the page to try again.');

/** `linked`: the page's address contains the current move. `analysable`: the page can show what was possible. */
export function show(
  element: HTMLElement,
  recordings: Promise<Recording[]>,
  linked: boolean,
  analysable: Analysable | null = null,
): () => void {
  let leave: () => void = () => undefined;
  let left = false;

  recordings.then(
    (found) => {
      if (!left) leave = mount(Replay, element, { recordings: found, linked, analysable });
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
    leave();
  };
}
