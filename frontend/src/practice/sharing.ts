/** A button beside a link that hands it to whatever the device shares with. */

export function mount(element: HTMLElement): () => void {
  if (!navigator.share) return () => undefined;
  const url = element.textContent ?? '';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Share';
  button.addEventListener('click', () => {
    // Who changes their mind has refused nothing that matters.
    navigator.share({ title: element.dataset['share'] ?? '', url }).catch(() => undefined);
  });
  element.parentElement?.append(button);
  return () => button.remove();
}
