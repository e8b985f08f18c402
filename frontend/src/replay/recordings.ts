/** Reads recordings from the service. */

import { ask } from '../api';
import { gettext } from '../gettext';
import type { Schemas } from '../schema';
import { shownName } from '../words';
import type { Recording } from './steps';

/** A log, with every option of its game. */
export interface Log {
  game: string;
  seed: string;
  rules: Record<string, string>;
  moves: string[];
}

/** The recording of a stored log. */
export async function stored(id: string): Promise<Recording> {
  const { player, game, rules, won, finished, steps } = await ask<Schemas['Recording']>(`logs/${id}/replay`);
  return { name: shownName(player.name), game, rules, won, finished, ending: inWords(won, finished), steps };
}

/** The recording of any log, up to its first illegal move. */
export async function replayed(log: Log): Promise<Recording> {
  const answer = await ask<Schemas['Replay']>('replays', { ...log, steps: true });
  const { won = false, finished = false, steps = [] } = answer;
  const ending = answer.ok ? inWords(won, finished) : gettext('The next move is refused');
  return { name: '', game: log.game, rules: log.rules, won, finished, ending, steps };
}

function inWords(won: boolean, finished: boolean): string {
  if (won) return gettext('Won');
  return finished ? gettext('Played to the end') : gettext('Given up');
}
