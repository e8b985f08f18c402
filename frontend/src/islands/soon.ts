/** A near time, which the server wrote in UTC, with the name of its day in the viewer's zone. */

import { gettext } from '../gettext';
import { inWords, ofViewer } from './local_time';

export function mount(element: HTMLTimeElement): () => void {
  const written = element.textContent;
  element.textContent = soonInWords(new Date(element.dateTime));
  element.title = written ?? '';
  return () => {
    element.textContent = written;
    element.removeAttribute('title');
  };
}

/**
 * A moment of today or the next six days with the name of its day ("tomorrow, 01:00", "Thursday, 19:00"). `inWords`
 * writes any other moment.
 */
export function soonInWords(moment: Date, now = new Date(), variant = ofViewer()): string {
  const days = Math.round((new Date(moment).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 864e5);
  if (days < 0 || days > 6) return inWords(moment, {}, variant);
  const day =
    days > 1
      ? moment.toLocaleDateString(variant, { weekday: 'long' })
      : new Intl.RelativeTimeFormat(variant, { numeric: 'auto' }).format(days, 'day');
  return gettext('{day}, {time}', { day, time: moment.toLocaleTimeString(variant, { timeStyle: 'short' }) });
}
