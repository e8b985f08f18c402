/** A button beside a link or a command that copies it. */

import { gettext } from '../gettext';
import { answeringButton } from './answering_button';

/** Copy `text`. Returns a sentence that says whether that worked. */
export async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return gettext('Copied');
  } catch {
    return gettext('Not allowed');
  }
}

export function mount(element: HTMLElement): () => void {
  if (!navigator.clipboard) return () => undefined;
  const text = element.textContent ?? '';
  const { button, unmount } = answeringButton(gettext('Copy'), () => copied(text));
  button.className = 'copy';

  const holder = element.tagName === 'PRE' ? element : element.parentElement;
  holder?.classList.add('copyable');
  holder?.append(button);
  return () => {
    unmount();
    holder?.classList.remove('copyable');
  };
}
