/** A button that prints the page; without a script it stays hidden, and the browser's own menu prints. */
export function mount(button: HTMLElement): () => void {
  const print = (): void => window.print();
  button.hidden = false;
  button.addEventListener('click', print);
  return () => button.removeEventListener('click', print);
}
