/** Keys for what the buttons beside the table do: U or Control and Z, Control and Y, H. */

/**
 * What a key says, a letter in small. Where the layout has no Latin letters, the physical key counts: what a Latin
 * layout has there. A layout that only moves Latin letters, like Dvorak or AZERTY, keeps its own. The question mark of Arabic is one.
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key === '؟') return '?';
  const said = /[\p{ASCII}\p{Script=Latin}]/u.test(key) ? key : code.replace('Key', '');
  return said.length > 1 ? said : said.toLowerCase();
}

/** What a key asks for; null for any other key, and in a text field. */
export function takebackIn(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.defaultPrevented || event.altKey || isWriting(event.target)) return null;
  const held = event.ctrlKey || event.metaKey;
  const key = keyOf(event);
  if (held ? key === 'z' && !event.shiftKey : key === 'u') return 'undo';
  return held && (key === 'y' || (key === 'z' && event.shiftKey)) ? 'redo' : null;
}

/** Whether a key asks for a hint. */
export function isHint(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return !event.defaultPrevented && !held && !isWriting(event.target) && keyOf(event) === 'h';
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
