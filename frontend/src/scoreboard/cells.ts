/** The rounds' cells, which the feed does not carry: fetched soon after news, never twice at once. */

import { fetchDelay } from '../backoff';
import type { Row } from './messages';

export interface Sheet {
  version: number;
  results: Row[];
}

/** `ask()` fetches after a short random wait; asked again meanwhile, it fetches once more afterwards. */
export function cellFetcher(
  competition: string,
  onSheet: (sheet: Sheet) => void,
): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  let stopped = false;

  async function fetchSheet(): Promise<void> {
    timer = undefined;
    busy = true;
    try {
      const answer = await fetch(`/api/v1/competitions/${competition}/standings`, {
        headers: { Accept: 'application/json' },
      });
      if (answer.ok && !stopped) onSheet((await answer.json()) as Sheet);
    } catch {
      // The connection went; the next news asks again.
    } finally {
      busy = false;
      if (again) ask();
    }
  }

  function ask(): void {
    if (stopped) return;
    again = busy;
    if (!busy && timer === undefined) timer = setTimeout(() => void fetchSheet(), fetchDelay());
  }

  return {
    ask,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
