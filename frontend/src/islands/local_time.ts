/** A time that the server wrote in UTC, shown in the viewer's zone. */

export function mount(element: HTMLTimeElement): () => void {
  const written = element.textContent;
  const moment = new Date(element.dateTime);
  if (!Number.isNaN(moment.getTime())) {
    element.textContent = element.dataset['local'] === 'soon' ? soonInWords(moment) : inWords(moment);
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

const WEEK = 7;

/** A moment within the next days by the name of its day ("tomorrow, 1:00", "Thursday, 19:00"); another as `inWords`. */
export function soonInWords(moment: Date, now = new Date(), locale = english()): string {
  const days = Math.round((midnight(moment) - midnight(now)) / 86_400_000);
  if (days < 0 || days >= WEEK) return inWords(moment, {}, locale);
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(moment);
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(moment);
  return `${day}, ${time}`;
}

/** When the day of a moment begins in the viewer's zone. */
function midnight(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

/** The viewer's locale if it is English, like the page. */
function english(): string {
  return navigator.languages.find((language) => language.startsWith('en-')) ?? 'en-GB';
}
