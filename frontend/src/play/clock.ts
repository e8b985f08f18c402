/** The server's time, and spans of time as a clock shows them. */

import { locale } from '../gettext';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DAYS = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;

/**
 * Returns a function that reads the server's time in milliseconds, even if this device's clock is wrong. `now` is the
 * server's time a moment ago.
 */
export function serverClock(now: string, read: () => number = Date.now): () => number {
  const ahead = Date.parse(now) - read();
  return () => read() + ahead;
}

/** A span as a clock shows it, `4:09` or `1:04:09`; from two days on, in days. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  if (ms >= 2 * DAY) return new Intl.NumberFormat(locale, DAYS).format(Math.floor(ms / DAY));
  const minutes = Math.floor(seconds / 60);
  if (ms < HOUR) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
