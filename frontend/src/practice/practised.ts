/**
 * Remembers in a cookie which games were played to their end in this browser. In contests, the server deals these
 * games at once, without an introduction.
 */

const NAME = 'practised';
const YEAR_S = 365 * 24 * 3600;

/** The value of the cookie with one more game, such as `wish.well`. `cookies` are all cookies of the page. */
export function withGame(cookies: string, slug: string): string {
  const kept = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return [...new Set([...kept.split('.').filter(Boolean), slug])].join('.');
}

/** Remember that a game was played to its end here. */
export function notePractised(slug: string): void {
  document.cookie = `${NAME}=${withGame(document.cookie, slug)}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
}
