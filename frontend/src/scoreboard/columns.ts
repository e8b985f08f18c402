/** The columns of a scoreboard, as the server describes them, and how their numbers are written. */

import { gettext, ngettext } from '../gettext';
import { inWords } from '../islands/local_time';
import { span } from '../play/clock';
import { decimal } from '../places';
import type { Row } from './messages';

export interface Columns {
  /** The heading of the totals, with their unit. */
  total: string;
  /** The pattern of a total in a sentence, such as `{total} points`; empty if totals are scores. */
  amount: string;
  decimals: number;
  /** The heading for the points of a round; empty if only its score counts. */
  points: string;
  /** Whether each round has a column. The only round has none if its score is the total. */
  rounds: boolean;
  tie_breaks: string[];
  /** Whether low or high scores win, if totals are distances from par; otherwise empty. */
  par: '' | 'lowest' | 'highest';
}

/** A total or the worth of a round, in a column whose heading has the unit; a dash if the viewer may not know it. */
export function inColumn(total: number | null, { decimals, par }: Columns): string {
  return total === null ? '–' : (par && total > 0 ? '+' : '') + decimal(total, decimals);
}

/** A total in a sentence: `66.67 %`, `25.00 points`, `7` or `2 worse than par`. */
export function amountInWords(total: number | null, columns: Columns): string {
  if (columns.par && total !== null) return againstPar(total, columns.par);
  const written = inColumn(total, columns);
  return total !== null && columns.amount ? columns.amount.replace('{total}', written) : written;
}

/** A distance from par in words, as the server writes it. */
function againstPar(total: number, order: string): string {
  if (total === 0) return gettext('level with par');
  const facts = { points: Math.abs(total) };
  const better = total < 0 === (order === 'lowest');
  return better ? gettext('{points} better than par', facts) : gettext('{points} worse than par', facts);
}

/** The fields of a row that show its tie-breaks. */
export type Ties = Pick<Row, 'tie_break' | 'decided_by' | 'played'>;

/** The values of a row's tie-breaks, up to the one that separated the row from its neighbours; empty if none did. */
export function deciding({ decided_by, tie_break, played = 1 }: Partial<Ties>, columns: Columns): string[] {
  if (!decided_by || !tie_break) return [];
  const names = columns.tie_breaks.slice(0, columns.tie_breaks.indexOf(decided_by) + 1);
  return names.map((name, at) => tieBreakInWords(name, tie_break[at] ?? null, played));
}

function tieBreakInWords(name: string, value: number | string | null, played: number): string {
  if (typeof value === 'string')
    return gettext('done {moment}', { moment: inWords(new Date(value), { second: '2-digit', timeZoneName: undefined }) });
  if (value === null) return '';
  if (name === 'wins') return ngettext({ one: '{count} won', other: '{count} won' }, value, { count: value });
  const summed = name === 'moves' ? ngettext({ one: '{count} move', other: '{count} moves' }, value, { count: value }) : span(value);
  return played < 2 ? summed : ngettext({ one: '{summed} in {rounds} round', other: '{summed} in {rounds} rounds' }, played,
        { summed, rounds: played },
      );
}
