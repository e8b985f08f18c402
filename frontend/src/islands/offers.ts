/** What comes out of each preset for the game that is chosen: of its sentences, the page shows that one. */

export function mount(choice: HTMLSelectElement): void {
  const show = (): void => {
    for (const sentence of document.querySelectorAll<HTMLElement>('.preset [data-game]'))
      sentence.hidden = sentence.dataset['game'] !== choice.value;
  };
  choice.addEventListener('change', show);
  show(); // a browser keeps what was chosen when the page is loaded again
}
