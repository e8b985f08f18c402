/** The games that were ended in this browser, in a cookie: the server deals them in a contest without a word before. */

const NAME = 'practised';
const YEAR_S = 365 * 24 * 3600;

/** The value of the cookie with one more game: `wish.well`. `cookies` are all of the page's. */
export function withGame(cookies: string, slug: string): string {
  const kept = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return [...new Set([...kept.split('.').filter(Boolean), slug])].join('.');
}

/** Note that a game was ended here. */
export function notePractised(slug: string): void {
  document.cookie = `${NAME}=${withGame(document.cookie, slug)}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
}
