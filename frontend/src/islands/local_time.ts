/** A time that the server wrote in UTC, shown in the viewer's zone. */

import { language, locale } from '../gettext';

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

/**
 * A moment as the viewer writes it: with the name of their zone, and with the year if it is not this year. The options
 * in `more` add parts, or change these. Hours of a clock with 24 hours have two digits, as the server writes them.
 */
export function inWords(moment: Date, more: Intl.DateTimeFormatOptions = {}, variant = ofViewer()): string {
  const twelve = new Intl.DateTimeFormat(variant, { hour: 'numeric' }).resolvedOptions().hour12;
  const words = new Intl.DateTimeFormat(variant, {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
    hour: twelve ? 'numeric' : '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...more,
  }).format(moment);
  return words.replace(/(\d+\.) /, '$1\u00a0'); // in a date like `29. Nov.`, the day and the month stay on one line
}

/** The variant of the page's language that the browser prefers, such as `en-US`; `locale` if it names none. */
export function ofViewer(): string {
  return navigator.languages.find((each) => each.startsWith(`${language}-`)) ?? locale;
}
