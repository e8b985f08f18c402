/** A button that prints the page. Without a script it stays hidden, and people print with the browser's menu. */
export function mount(button: HTMLElement): () => void {
  const print = (): void => window.print();
  button.hidden = false;
  button.addEventListener('click', print);
  return () => button.removeEventListener('click', print);
}
