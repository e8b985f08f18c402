/** What the socket of an attempt says, and reading it without trusting it. */

import type { View } from '../table/view';

export interface Seen {
  type: 'view';
  view: View;
  state: string;
}

export interface Fault {
  type: 'error';
  code: string;
  detail: string;
  view?: View;
}

export type Message = Seen | Fault;

/** The message in a frame's text; null for what this page does not know. */
export function messageIn(text: string): Message | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof found !== 'object' || found === null) return null;
  const message = found as Partial<Record<string, unknown>>;
  switch (message['type']) {
    case 'view':
      return isView(message['view']) && typeof message['state'] === 'string' ? (found as Seen) : null;
    case 'error':
      return typeof message['code'] === 'string' && typeof message['detail'] === 'string'
        ? (found as Fault)
        : null;
    default:
      return null;
  }
}

function isView(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ply' in value && 'piles' in value && 'legal' in value;
}
