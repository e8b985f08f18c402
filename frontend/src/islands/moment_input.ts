/**
 * A date field in the viewer's zone.
 *
 * The server reads UTC. A hidden field takes the name of the visible field and holds its moment in UTC. Without this
 * script, people type UTC themselves. A moment that nobody edits is sent unchanged: when clocks go back, an hour
 * comes twice in the viewer's zone, and the visible field cannot tell which one is meant.
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

/** A text like `2026-11-21T18:30` in UTC as the same moment in the viewer's zone; any other text unchanged. */
export function localFromUtc(text: string): string {
  const moment = new Date(`${text}Z`);
  if (!text || Number.isNaN(moment.getTime())) return text;
  return shifted(moment, -moment.getTimezoneOffset());
}

/**
 * A text like `2026-11-21T18:30` in the viewer's zone as the same moment in UTC; any other text unchanged. A time that
 * does not exist, because the clocks go forward, is moved forward, as browsers do.
 */
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
