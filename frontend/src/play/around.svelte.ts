/** A player's place in a round, the rows around it, and the place in the whole contest. All are kept up to date. */

import { showWindows } from '../islands/windows';
import { cellFetcher, type Sheet } from '../scoreboard/cells';
import { watch } from '../scoreboard/feed';
import type { Row } from '../scoreboard/messages';
import type { RoundPlace } from './start';

export interface Rank {
  rank: number;
  tied: boolean;
  among: number;
}

export class Around {
  /** The rows around the player's own row in the round. */
  rows: Row[] = $state.raw([]);
  /** The place in the round; null while it is not known. */
  own: Rank | null = $state.raw(null);
  /** The place in the whole contest; null if it is not known or not wanted. */
  overall: Rank | null = $state.raw(null);

  #place: RoundPlace;
  /** The queries that are read, each with the newest version that is shown. */
  #parts: { query: string; version: number; show: (sheet: Sheet) => void }[];

  /** `both`: read the place in the whole contest, too. */
  constructor(place: RoundPlace, both = false) {
    this.#place = place;
    const { version, rows, round } = place;
    this.#parts = [{ query: `&round=${round}&around=me`, version, show: (sheet) => this.#show(sheet) }];
    if (both) this.#parts.push({ query: '&around=me', version: 0, show: (sheet) => (this.overall = this.#rankIn(sheet)) });
    this.#show({ results: rows });
  }

  /** Keep the places up to date until the returned function is called. */
  watch(): () => void {
    const { competition } = this.#place;
    const readers = this.#parts.map((part) => {
      const show = (sheet: Sheet) => {
        if (sheet.version < part.version) return;
        part.version = sheet.version;
        part.show(sheet);
      };
      return { part, reader: cellFetcher(competition, show, part.query) };
    });
    const leave = watch({
      competition,
      since: () => Math.min(...this.#parts.map(({ version }) => version)),
      onLink: () => undefined,
      onMessage: (message, anew) => {
        if (message.type === 'state') showWindows(message);
        if (anew) for (const { part } of readers) part.version = -1;
        if (message.type !== 'standings') return;
        for (const { part, reader } of readers) if (message.version > part.version) reader.ask(message.version);
      },
    });
    return () => {
      leave();
      for (const { reader } of readers) reader.stop();
    };
  }

  #show(sheet: Pick<Sheet, 'results'>): void {
    this.rows = sheet.results;
    this.own = this.#rankIn(sheet);
  }

  #rankIn(sheet: Pick<Sheet, 'results'>): Rank | null {
    const row = this.#rowIn(sheet);
    return row && row.rank !== null ? { rank: row.rank, tied: row.tied, among: row.among } : null;
  }

  #rowIn({ results }: Pick<Sheet, 'results'>): Row | undefined {
    return results.find(({ entry }) => entry === this.#place.entry);
  }
}
