/** Which results have come in: what was scored in the round, not the total that it leads to. */

import type { Cell, Row } from '../scoreboard/messages';

/** A result as it was when it came. */
export interface Result {
  entry: string;
  name: string;
  score: number;
  /** The number of its round; null if there is but one. */
  round: number | null;
  /** The rank that it led to. */
  rank: number;
  tied: boolean;
}

/** What was known before: totals, and with more than one round the cells. */
interface Known {
  rows: Record<string, Row>;
  lowestWins: boolean;
  board: { roundStates: string[]; cells: Record<string, (Cell | null)[]> };
}

/** The results that these rows bring, in their order. With more than one round only the rows of a GET bring any. */
export function resultsIn(known: Known, rows: Row[]): Result[] {
  const one = known.board.roundStates.length === 1;
  return rows.flatMap((row): Result[] => {
    if (row.rank === null) return [];
    const { rank, tied, entry } = row;
    const came = { entry, name: row.player.name, rank, tied };
    if (one) return isBetter(known, row) ? [{ ...came, score: row.total, round: null }] : [];
    return newCells(known.board.cells[entry], row.rounds ?? []).map((cell) => ({ ...came, ...cell }));
  });
}

/**
 * Whether a row's total is better than the one known before.
 *
 * A worse one does not count: a round that opens makes every total worse, though nobody has played.
 */
export function isBetter(known: Pick<Known, 'rows' | 'lowestWins'>, row: Row): boolean {
  if (row.rank === null) return false;
  const was = known.rows[row.entry];
  if (!was || was.rank === null) return true;
  return known.lowestWins ? row.total < was.total : row.total > was.total;
}

/** The scores that count now and did not before. Of a player not seen before, one game is news, and more are old. */
function newCells(before: (Cell | null)[] | undefined, after: (Cell | null)[]): { score: number; round: number }[] {
  const found = after.flatMap((cell, at) =>
    cell && cell.score !== null && cell.attempt !== before?.[at]?.attempt ? [{ score: cell.score, round: at + 1 }] : [],
  );
  return before || found.length === 1 ? found : [];
}
