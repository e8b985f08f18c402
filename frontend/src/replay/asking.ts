/** Reading recordings from the service. */

import { ask } from '../api';
import type { Recording, Step } from './steps';

interface Stored {
  player: { name: string };
  game: string;
  rules: Record<string, string>;
  won: boolean;
  finished: boolean;
  steps: Step[];
}

/** A log, with every option of its game. */
export interface Log {
  game: string;
  seed: string;
  rules: Record<string, string>;
  moves: string[];
}

type Replayed = { ok: true; won: boolean; finished: boolean; steps: Step[] } | { ok: false; steps: Step[] };

/** The recording of a stored log. */
export async function stored(id: string): Promise<Recording> {
  const { player, game, rules, won, finished, steps } = await ask<Stored>(`logs/${id}/replay`);
  return { name: player.name, game, rules, won, finished, ending: inWords(won, finished), steps };
}

/** The recording of any log, up to the first move that does not stand. */
export async function replayed(log: Log): Promise<Recording> {
  const answer = await ask<Replayed>('replays', { ...log, steps: true });
  const { won, finished } = answer.ok ? answer : { won: false, finished: false };
  const ending = answer.ok ? inWords(won, finished) : 'The next move is refused';
  return { name: '', game: log.game, rules: log.rules, won, finished, ending, steps: answer.steps };
}

function inWords(won: boolean, finished: boolean): string {
  if (won) return 'Won';
  return finished ? 'Played to the end' : 'Given up';
}
