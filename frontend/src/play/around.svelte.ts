/** A player's place in a round with the rows around it, and the place overall, both as new as the server's. */

import type { Reader } from '../reader';
import { cellFetcher, type Sheet } from '../scoreboard/cells';
import { watch } from '../scoreboard/feed';
import type { Row } from '../scoreboard/messages';
import type { Place } from './start';

/** A rank among `total`. */
export interface Rank {
  rank: number;
  tied: boolean;
  total: number;
}

export class Around {
  /** The rows around one's own in the round. */
  rows: Row[] = $state.raw([]);
  /** The place in the round; null while it is not known. */
  own: Rank | null = $state.raw(null);
  /** The place in the whole contest, if it was asked for. */
  overall: Rank | null = $state.raw(null);

  #place: Place;
  #version: number;
  #both: boolean;

  /** `both`: the place overall is wanted too. */
  constructor(place: Place, both = false) {
    this.#place = place;
    this.#version = place.version;
    this.#both = both;
    this.#show({ version: place.version, total: place.total, results: place.rows });
  }

  /** Keep it up to date until the returned function is called. */
  watch(): () => void {
    const { competition, round } = this.#place;
    const read = (query: string, show: (sheet: Sheet) => void) =>
      cellFetcher(competition, (sheet) => this.#isNew(sheet) && show(sheet), query);
    const readers: Reader[] = [read(`?round=${round}&around=me`, (sheet) => this.#show(sheet))];
    if (this.#both) readers.push(read('?around=me', (sheet) => (this.overall = this.#rankIn(sheet))));
    const leave = watch({
      competition,
      since: () => this.#version,
      onLink: () => undefined,
      onMessage: (message) => {
        if (message.type === 'standings' && message.version > this.#version) for (const { ask } of readers) ask();
      },
    });
    return () => {
      leave();
      for (const { stop } of readers) stop();
    };
  }

  #isNew({ version }: Sheet): boolean {
    return version >= this.#version;
  }

  #show(sheet: Sheet): void {
    this.#version = sheet.version;
    this.rows = sheet.results;
    this.own = this.#rankIn(sheet);
  }

  #rankIn({ results, total }: Sheet): Rank | null {
    const row = results.find(({ entry }) => entry === this.#place.entry);
    return row && row.rank !== null ? { rank: row.rank, tied: row.tied, total } : null;
  }
}
