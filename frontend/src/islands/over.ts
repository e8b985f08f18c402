/** What a page shows only while a contest can be joined, and what once it is over. */

/** Turn the page over when the contest ends while somebody looks at it: the server's next page is so at once. */
export function turnOver(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-while-open]')) element.hidden = true;
  for (const element of document.querySelectorAll<HTMLElement>('[data-once-over]')) element.hidden = false;
}
