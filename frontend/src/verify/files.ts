/** A text field that also takes a file: one that is chosen, or dropped anywhere on the page. */

import { gettext } from '../gettext';

/**
 * The text of a file, without its byte order mark. The file must be in UTF-8, or in UTF-16 with a mark; otherwise
 * this throws.
 */
export function textIn(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file);
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(file);
}

/** Let the field take a file, too. Its `data-file` is the greatest number of bytes that the file may have. */
export function mount(area: HTMLTextAreaElement): () => void {
  const most = Number(area.dataset['file']);
  const chooser = document.createElement('input');
  chooser.type = 'file';
  chooser.hidden = true;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button small';
  button.textContent = gettext('Choose a file');
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  said.textContent = gettext('or drop one on this page');
  const row = document.createElement('p');
  row.className = 'file-row';
  row.append(button, chooser, said);
  area.after(row);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const { name } = file;
    if (file.size > most) {
      said.textContent = gettext('{name} is too long: at most {kibibytes} KiB at a time.', { name, kibibytes: Math.floor(most / 1024) });
      return;
    }
    try {
      area.value = textIn(await file.arrayBuffer());
      said.textContent = gettext('{name} is in the field; now verify it.', { name });
    } catch {
      said.textContent = gettext('{name} could not be read.', { name });
    }
  };

  const choose = () => chooser.click();
  const chosen = () => {
    void take(chooser.files?.[0]);
    chooser.value = ''; // so that the same file can be chosen again
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    area.classList.add('dropping');
  };
  const out = () => area.classList.remove('dropping');
  const dropped = (event: DragEvent) => {
    out();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void take(file);
  };

  button.addEventListener('click', choose);
  chooser.addEventListener('change', chosen);
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', out);
  document.addEventListener('drop', dropped);
  return () => {
    document.removeEventListener('dragover', over);
    document.removeEventListener('dragleave', out);
    document.removeEventListener('drop', dropped);
    row.remove();
  };
}
