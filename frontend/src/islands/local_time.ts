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

/** A moment as the viewer writes it, with the name of their zone. The pages are in English. */
export function inWords(moment: Date, locale = english(), timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(moment);
}

function english(): string {
  return navigator.languages.find((language) => language.startsWith('en-')) ?? 'en-GB';
}
