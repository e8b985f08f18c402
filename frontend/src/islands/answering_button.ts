/** A button that says for a moment what came of a press. */

export const ANSWER_MS = 1600;

/** A button with this label; `act` gives what it says instead after a press, or nothing. */
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
