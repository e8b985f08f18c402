/** Fills a form with the viewer's zone, and with a moment in that zone, as far as the form has fields for these. */

export function mount(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(inOwnZone(new Date(form.dataset['ownZone'] ?? '')))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}

/** The viewer's zone, and a moment's date (`on`), weekday (1 for Monday) and time of day (`at`) there. */
export function inOwnZone(moment: Date): { zone: string; on: string; weekday: string; at: string } {
  const parts = [moment.getMonth() + 1, moment.getDate(), moment.getHours(), moment.getMinutes()];
  const [month, day, ...hour] = parts.map((part) => String(part).padStart(2, '0'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const on = `${moment.getFullYear()}-${month}-${day}`;
  return { zone, on, weekday: String(moment.getDay() || 7), at: hour.join(':') };
}
