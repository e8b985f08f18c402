/** What the columns of a scoreboard are, as the server says, and how their numbers are written. */

import { inWords } from '../islands/local_time';
import { span } from '../play/clock';
import { count, minus } from '../words';
import type { Row } from './messages';

export interface Columns {
  /** What stands over the totals, with their unit. */
  total: string;
  /** What follows a total in a sentence; empty for scores. */
  unit: string;
  decimals: number;
  /** What stands over what a round was worth; empty where its score is all that counts. */
  points: string;
  /** Whether each round has a column: not where the score of the only one is the total. */
  rounds: boolean;
  tie_breaks: string[];
}

/** A total, or what a round was worth, under a head that says the unit; a dash for one that may not be known. */
export function inColumn(total: number | null, { decimals }: Columns): string {
  return total === null ? '–' : minus(total.toFixed(decimals));
}

/** A total in a sentence: `66.67 %`, `25.00 points` or `7`. */
export function withUnit(total: number | null, columns: Columns): string {
  return [inColumn(total, columns), total !== null && columns.unit].filter(Boolean).join(' ');
}

/** What is said of the tie-breaks of a row. */
export type Ties = Pick<Row, 'tie_break' | 'decided_by' | 'played'>;

/** The values of the tie-breaks that it took to part a row from its neighbours. */
export function deciding({ decided_by, tie_break, played = 1 }: Partial<Ties>, columns: Columns): string[] {
  if (!decided_by || !tie_break) return [];
  const names = columns.tie_breaks.slice(0, columns.tie_breaks.indexOf(decided_by) + 1);
  return names.map((name, at) => tieBreakInWords(name, tie_break[at] ?? null, played));
}

function tieBreakInWords(name: string, value: number | string | null, played: number): string {
  if (typeof value === 'string') return `done ${inWords(new Date(value), { second: '2-digit', timeZoneName: undefined })}`;
  if (value === null) return '';
  if (name === 'wins') return `${value} won`;
  const summed = name === 'moves' ? count(value, 'move') : span(value);
  return played < 2 ? summed : `${summed} in ${played} rounds`;
}
