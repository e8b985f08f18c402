/** Reads the messages of an attempt's socket, without trusting them. */

import { objectIn } from '../frames';
import type { View } from '../table/view';

export interface ViewMessage {
  type: 'view';
  view: View;
  state: string;
  /**
   * The time when the server ends the attempt; null if the attempt may run without end. Missing in the answer to a move
   * that was sent as a request.
   */
  deadline?: string | null;
}

export interface Fault {
  type: 'error';
  code: string;
  detail: string;
  /** The rules' reason for refusing a move, as part of a sentence. */
  why?: string;
  view?: View;
}

export type AttemptMessage = ViewMessage | Fault;

/** The message in a text; null if it is no message that this page knows. */
export function messageIn(text: string): AttemptMessage | null {
  const message = objectIn(text);
  if (message === null) return null;
  switch (message['type']) {
    case 'view':
      return isView(message['view']) && typeof message['state'] === 'string' ? (message as unknown as ViewMessage) : null;
    case 'error':
      return typeof message['code'] === 'string' && typeof message['detail'] === 'string'
        ? (message as unknown as Fault)
        : null;
    default:
      return null;
  }
}

function isView(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ply' in value && 'piles' in value && 'legal' in value;
}
