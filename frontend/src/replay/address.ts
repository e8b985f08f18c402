/** Reads and writes the current move in the page's address, so that a link leads to that move. */

const PARAM = 'ply';

/** The ply in the query of an address; 0 if the query has none, or has something that is no number. */
export function plyOf(search: string): number {
  const text = new URLSearchParams(search).get(PARAM) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** The query with this ply, otherwise unchanged. For the opening, the query has no ply. */
export function withPly(search: string, ply: number): string {
  const query = new URLSearchParams(search);
  if (ply === 0) query.delete(PARAM);
  else query.set(PARAM, String(ply));
  return query.size === 0 ? '' : `?${query}`;
}
