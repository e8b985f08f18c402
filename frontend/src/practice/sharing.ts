/** A button beside a link that hands it to whatever the device shares with. */

export function mount(element: HTMLElement): () => void {
  if (!navigator.share) return () => undefined;
  const url = element.textContent ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Share';
  button.addEventListener('click', () => {
    // The player has closed the device's dialogue without sharing, and that is no error.
    navigator.share({ title: element.dataset['share'] ?? '', url }).catch(() => undefined);
  });
  element.parentElement?.append(button);
  return () => button.remove();
}
