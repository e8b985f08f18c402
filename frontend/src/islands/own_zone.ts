/** Fills the form of a series with the viewer's own zone, and with the weekday and hour of the contest there. */

export function mount(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(inOwnZone(new Date(form.dataset['ownZone'] ?? '')))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}

/** The viewer's zone, and a moment's weekday (1 for Monday) and hour there. */
export function inOwnZone(moment: Date): { zone: string; weekday: string; at: string } {
  const at = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { zone, weekday: String(moment.getDay() || 7), at };
}
