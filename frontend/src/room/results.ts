/** Finds the new results. Each has the score of its round, not the player's new total. */

import { gettext } from '../gettext';
import type { Columns } from '../scoreboard/columns';
import type { Cell, Row } from '../scoreboard/messages';
import { ordinal } from '../places';
import { shownName } from '../words';

/** A new result, with the player's name and rank at that moment. */
export interface Result {
  entry: string;
  name: string;
  bot: boolean;
  score: number;
  /** The number of the round that was played; null if the contest has only one. */
  round: number | null;
  /** The player's rank after this result. */
  rank: number;
  tied: boolean;
}

/**
 * In the sentence of a result, these signs stand for the player's name and the score, which the page shows in elements
 * of their own.
 */
export const NAME = '\n';
export const SCORE = '\t';

/** The sentence of a result, in parts: NAME, SCORE and the words around them. */
export function inParts({ round, rank, tied }: Pick<Result, 'round' | 'rank' | 'tied'>): string[] {
  const facts = { name: NAME, score: SCORE, place: ordinal(rank) };
  return sentence(facts, round, tied).split(/(\n|\t)/).filter(Boolean);
}

function sentence(facts: { name: string; score: string; place: string }, round: number | null, tied: boolean): string {
  if (round === null)
    return tied ? gettext('{name}: {score}, now joint {place}', facts) : gettext('{name}: {score}, now {place}', facts);
  return tied
    ? gettext('{name}: {score} in round {round}, now joint {place}', { ...facts, round })
    : gettext('{name}: {score} in round {round}, now {place}', { ...facts, round });
}

/** What was known before an update: the rows and, if rounds have columns, the cells. */
interface KnownRows {
  rows: Record<string, Row>;
  board: { columns: Columns; roundStates: string[]; cells: Record<string, (Cell | null)[]> };
}

/**
 * The new results in these rows, in their order. If rounds have columns, results are found in the cells. The rows of a
 * message have no cells, so only the rows of a GET then have new results.
 */
export function resultsIn(known: KnownRows, rows: Row[]): Result[] {
  const one = known.board.roundStates.length === 1;
  return rows.flatMap((row): Result[] => {
    if (row.rank === null) return [];
    const { rank, tied, entry } = row;
    const came = { entry, name: shownName(row.player.name), bot: row.player.bot, rank, tied };
    if (!known.board.columns.rounds)
      return row.total !== null && hasScored(known, row) ? [{ ...came, score: row.total, round: null }] : [];
    const cells = newCells(known.board.cells[entry], row.rounds ?? []);
    return cells.map(({ score, round }) => ({ ...came, score, round: one ? null : round }));
  });
}

/** Whether a row has a result that was not known before. */
export function hasScored(known: Pick<KnownRows, 'rows'>, row: Row): boolean {
  return row.newest !== null && row.newest !== known.rows[row.entry]?.newest;
}

/**
 * The scores that count now but did not before. For a player who was not known before, only a single result is new:
 * of several, nobody can tell which one is.
 */
function newCells(before: (Cell | null)[] | undefined, after: (Cell | null)[]): { score: number; round: number }[] {
  const found = after.flatMap((cell, at) =>
    cell && cell.score !== null && cell.attempt !== before?.[at]?.attempt ? [{ score: cell.score, round: at + 1 }] : [],
  );
  return before || found.length === 1 ? found : [];
}
