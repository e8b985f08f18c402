/**
 * A date field in the viewer's zone. The server reads UTC: a hidden field with the
 * visible one's name has it, and without this script people write UTC themselves.
 * What nobody edits is sent as it came: when clocks go back, an hour comes twice in
 * the viewer's zone, and only one of the two would be sent.
 */

export function mount(input: HTMLInputElement): () => void {
  const name = input.name;
  const written = input.value;
  const carrier = document.createElement('input');
  carrier.type = 'hidden';
  carrier.name = name;
  input.removeAttribute('name');
  input.value = localFromUtc(written);
  const shown = input.value;
  input.after(carrier);

  const zone = input.labels?.[0]?.querySelector('[data-zone]');
  if (zone) zone.textContent = `(${zoneName()})`;

  const carry = () => {
    carrier.value = input.value === shown ? written : utcFromLocal(input.value);
  };
  carry();
  input.addEventListener('input', carry);
  input.form?.addEventListener('submit', carry);
  return () => {
    input.removeEventListener('input', carry);
    input.form?.removeEventListener('submit', carry);
    input.name = name;
    input.value = carrier.value;
    carrier.remove();
  };
}

/** `2026-11-21T18:30` in UTC as the same moment in the viewer's zone; anything else as it is. */
export function localFromUtc(text: string): string {
  const moment = new Date(`${text}Z`);
  if (!text || Number.isNaN(moment.getTime())) return text;
  return shifted(moment, -moment.getTimezoneOffset());
}

/** The viewer's time in UTC. A time that the clocks skip in spring is moved forward, as browsers do. */
export function utcFromLocal(text: string): string {
  const moment = new Date(text);
  if (!text || Number.isNaN(moment.getTime())) return text;
  return shifted(moment, 0);
}

function shifted(moment: Date, minutes: number): string {
  return new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, 16);
}

function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
}
