/** The warnings for screen readers that an attempt's time is running out. */

import { gettext } from '../gettext';

const MINUTE = 60_000;

const WARNINGS: [number, string][] = [
  [10_000, gettext('Ten seconds left.')],
  [MINUTE, gettext('One minute left.')],
  [5 * MINUTE, gettext('Five minutes left.')],
];

/** The warning to speak when the time left goes from `before` to `after`, in milliseconds; empty if there is none. */
export function warning(before: number, after: number): string {
  for (const [left, words] of WARNINGS) if (before > left && after <= left && after > 0) return words;
  return '';
}
