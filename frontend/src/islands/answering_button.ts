/** A button whose label shows, for a moment after a press, what the press has done. */

export const ANSWER_MS = 1600;

/** A button with this label. After a press, `act` returns the text to show for a moment, or an empty text. */
export function answeringButton(label: string, act: () => Promise<string>): { button: HTMLButtonElement; unmount: () => void } {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  let timer: ReturnType<typeof setTimeout> | undefined;

  button.addEventListener('click', async () => {
    button.textContent = (await act()) || label;
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), ANSWER_MS);
  });
  return {
    button,
    unmount: () => {
      clearTimeout(timer);
      button.remove();
    },
  };
}
