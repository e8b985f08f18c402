/** Shares a text that names no cards, and a link: with the device's own dialogue, or by copying. */

import { gettext } from '../gettext';
import { ANSWER_MS, answeringButton } from './answering_button';
import { copied } from './copying';

/** Whether this browser can share anything at all. */
function canShare(): boolean {
  return 'share' in navigator || 'clipboard' in navigator;
}

/** Share `words` with a link. Returns the sentence to show; it is empty if the device's dialogue has shown enough. */
export async function share(words: string, url: string): Promise<string> {
  if (!('share' in navigator)) return copied(`${words}\n${url}`);
  try {
    await navigator.share({ text: words, url });
    return '';
  } catch (error) {
    // An AbortError means that the player closed the dialogue without sharing. After any other error, copy the text.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : copied(`${words}\n${url}`);
  }
}

/**
 * Make `element` share the text in its `data-share`. If `element` is a button, a press shares the text with the link in
 * its `data-link`. Otherwise the link is the content of `element`, and a new button before its parent shares both.
 */
export function mount(element: HTMLElement): () => void {
  if (!canShare()) return () => undefined;
  const { share: words = '', link } = element.dataset;
  const url = link === undefined ? (element.textContent ?? '') : new URL(link, location.href).href;
  if (element instanceof HTMLButtonElement) {
    const label = element.textContent;
    element.hidden = false;
    element.onclick = async () => {
      element.textContent = (await share(words, url)) || label;
      setTimeout(() => (element.textContent = label), ANSWER_MS);
    };
    return () => (element.onclick = null);
  }
  const { button, unmount } = answeringButton(gettext('Share'), () => share(words, url));
  button.className = 'button primary sharing-button';
  element.parentElement?.before(button);
  return unmount;
}
