/** Shows what each preset means for the chosen game: of the preset's sentences, only the one for that game. */

export function mount(choice: HTMLSelectElement): void {
  const show = (): void => {
    for (const sentence of document.querySelectorAll<HTMLElement>('.preset [data-game]'))
      sentence.hidden = sentence.dataset['game'] !== choice.value;
  };
  choice.addEventListener('change', show);
  show(); // after a reload, the browser has kept the earlier choice
}
