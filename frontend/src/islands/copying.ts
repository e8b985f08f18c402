/** A button beside a link or a command that copies it. */

const THANKS_MS = 1600;

/** Copy `text`, and say whether that worked. */
export async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Not allowed';
  }
}

export function mount(element: HTMLElement): () => void {
  if (!navigator.clipboard) return () => undefined;
  const text = element.textContent ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const copy = async () => {
    button.textContent = await copied(text);
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = 'Copy'), THANKS_MS);
  };
  button.addEventListener('click', copy);

  const holder = element.tagName === 'PRE' ? element : element.parentElement;
  holder?.classList.add('copyable');
  holder?.append(button);
  return () => {
    clearTimeout(timer);
    button.remove();
    holder?.classList.remove('copyable');
  };
}
