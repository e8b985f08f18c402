/** What the feed does not send: it is read soon after a message, however many there are at most every two seconds. */

import { ask } from '../api';
import { spacedDelay } from '../backoff';
import { readerOf } from '../reader';
import type { Schemas } from '../schema';
import type { Row } from './messages';

const GAP_MS = 2000;

/** What an answer and a message of the feed have in common. */
export type Sheet = Pick<Schemas['Standings'], 'version' | 'total' | 'frozen' | 'comparison'> & { results: Row[] };

/** Reads the standings, or the part of them that `query` asks for, as new as the version that `ask` was told or newer. */
export function cellFetcher(competition: string, onSheet: (sheet: Sheet) => void, query = '') {
  // A cache may keep an answer for a second, but under an address with a version only if it has this version or a newer one.
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
