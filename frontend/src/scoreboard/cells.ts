/** What the feed does not send: it is read soon after a message, however many there are at most every two seconds. */

import { spacedDelay } from '../backoff';
import { reader, type Reader } from '../reader';
import type { Schemas } from '../schema';
import type { Row } from './messages';

const GAP_MS = 2000;

/** What an answer and a message of the feed have in common. */
export type Sheet = Pick<Schemas['Standings'], 'version' | 'total' | 'frozen' | 'comparison'> & { results: Row[] };

/** Reads the standings, or the part of them that `query` asks for. */
export function cellFetcher(competition: string, onSheet: (sheet: Sheet) => void, query = ''): Reader {
  return reader(`competitions/${competition}/standings${query}`, onSheet, spacedDelay(GAP_MS));
}
