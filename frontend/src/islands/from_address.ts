/** A field filled from what stands behind `#` in the address, which no server is sent and no history keeps. */

export function mount(input: HTMLInputElement): void {
  const given = location.hash.slice(1);
  if (!given || given === 'main') return;
  input.value = given;
  history.replaceState(history.state, '', location.pathname + location.search);
  input.form?.querySelector('button')?.focus();
}
