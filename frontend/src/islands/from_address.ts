/**
 * Fills a field with the part of the address after `#`, which browsers never send to a server. Then removes this part
 * from the address, so that the browser's history does not keep it.
 */

export function mount(input: HTMLInputElement): void {
  const given = location.hash.slice(1);
  if (!given || given === 'main') return;
  input.value = given;
  history.replaceState(history.state, '', location.pathname + location.search);
  input.form?.querySelector('button')?.focus();
}
