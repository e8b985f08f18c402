/** Keyboard shortcuts for the buttons beside the table: U or Control+Z, Control+Y, and H. */

/**
 * The character of a key, letters in lower case. A key that types a Latin letter counts as that letter, wherever the
 * keyboard has it (think of Dvorak and AZERTY). If a keyboard has no Latin letters, a key counts as the letter that an
 * English keyboard has in the same place. The Arabic question mark counts as a question mark.
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key === '؟') return '?';
  const said = /[\p{ASCII}\p{Script=Latin}]/u.test(key) ? key : code.replace('Key', '');
  return said.length > 1 ? said : said.toLowerCase();
}

/** What a pressed key asks for, `undo` or `redo`; null for any other key, and always null in a text field. */
export function takebackIn(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.defaultPrevented || event.altKey || isWriting(event.target)) return null;
  const held = event.ctrlKey || event.metaKey;
  const key = keyOf(event);
  if (held ? key === 'z' && !event.shiftKey : key === 'u') return 'undo';
  return held && (key === 'y' || (key === 'z' && event.shiftKey)) ? 'redo' : null;
}

/** Whether a pressed key asks for a hint; always false in a text field. */
export function isHint(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return !event.defaultPrevented && !held && !isWriting(event.target) && keyOf(event) === 'h';
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
