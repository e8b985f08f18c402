/** The keys that take a move back or make it again: U or Control and Z, Control and Y. */

/** What a key asks for; null for any other key, and in a text field. */
export function takebackIn(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.defaultPrevented || event.altKey || isWriting(event.target)) return null;
  const held = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (held ? key === 'z' && !event.shiftKey : key === 'u') return 'undo';
  return held && (key === 'y' || (key === 'z' && event.shiftKey)) ? 'redo' : null;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
