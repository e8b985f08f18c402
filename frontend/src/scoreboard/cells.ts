/**
 * Reads the parts of the standings that the feed does not send: soon after a message, and at most every two seconds.
 */

import { ask } from '../api';
import { spacedDelay } from '../backoff';
import { readerOf } from '../reader';
import type { Schemas } from '../schema';
import type { Row } from './messages';

const GAP_MS = 2000;

/** The standings in an answer or in a message of the feed. Only an answer may have `comparison`. */
export type Sheet = Pick<Schemas['Standings'], 'version' | 'total' | 'frozen' | 'comparison'> & { results: Row[] };

/**
 * Reads the standings, or the part of them that `query` asks for. Call `ask` of the returned object with the version of
 * a message: the answer is at least as new as this message.
 */
export function cellFetcher(competition: string, onSheet: (sheet: Sheet) => void, query = '') {
  // A cache may keep an answer for a second. With the version in the address, no cache gives an answer that is older
  // than this version.
  let version = 0;
  const path = `competitions/${competition}/standings?version=`;
  const reader = readerOf(() => ask<Sheet>(path + version + query), onSheet, spacedDelay(GAP_MS));
  return {
    ask: (newest: number) => {
      version = newest;
      reader.ask();
    },
    stop: reader.stop,
  };
}
