/** A time that the server wrote in UTC, shown in the viewer's zone. */

export function mount(element: HTMLTimeElement): () => void {
  const written = element.textContent;
  const moment = new Date(element.dateTime);
  if (!Number.isNaN(moment.getTime())) {
    element.textContent = inWords(moment);
    element.title = written ?? '';
  }
  return () => {
    element.textContent = written;
    element.removeAttribute('title');
  };
}

/** A moment as the viewer writes it, with the name of their zone, the year if it is not this one, and `more`. */
export function inWords(moment: Date, more: Intl.DateTimeFormatOptions = {}, locale = english()): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...more,
  }).format(moment);
}

/** The viewer's locale if it is English, like the page. */
function english(): string {
  return navigator.languages.find((language) => language.startsWith('en-')) ?? 'en-GB';
}
