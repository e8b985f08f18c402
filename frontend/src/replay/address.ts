/** The move in the page's address, so that a link leads to it. */

const PARAM = 'ply';

/** The move that an address's query asks for; 0 if there is none, or if it is no number. */
export function plyOf(search: string): number {
  const text = new URLSearchParams(search).get(PARAM) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** The query with the move in it, and otherwise unchanged; for the opening, without a move. */
export function withPly(search: string, ply: number): string {
  const query = new URLSearchParams(search);
  if (ply === 0) query.delete(PARAM);
  else query.set(PARAM, String(ply));
  return query.size === 0 ? '' : `?${query}`;
}
