/** Keys for what the buttons beside the table do: U or Control and Z, Control and Y, H. */

/** What a key asks for; null for any other key, and in a text field. */
export function takebackIn(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.defaultPrevented || event.altKey || isWriting(event.target)) return null;
  const held = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (held ? key === 'z' && !event.shiftKey : key === 'u') return 'undo';
  return held && (key === 'y' || (key === 'z' && event.shiftKey)) ? 'redo' : null;
}

/** Whether a key asks for a hint. */
export function isHint(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return !event.defaultPrevented && !held && !isWriting(event.target) && event.key.toLowerCase() === 'h';
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
