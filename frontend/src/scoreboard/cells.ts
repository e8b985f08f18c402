/** The rounds' cells, which the feed does not send: they are read soon after a message. */

import { fetchDelay } from '../backoff';
import { reader, type Reader } from '../reader';
import type { Row } from './messages';

export interface Sheet {
  version: number;
  total: number;
  results: Row[];
}

/** Reads the standings, or the part of them that `query` asks for. */
export function cellFetcher(competition: string, onSheet: (sheet: Sheet) => void, query = ''): Reader {
  return reader(`competitions/${competition}/standings${query}`, onSheet, fetchDelay);
}
