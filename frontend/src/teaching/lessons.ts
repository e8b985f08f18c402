/** Reads the lessons of a game from the service: its rules in pictures, and a first deal. */

import { ask } from '../api';
import type { Schemas } from '../schema';

/** A picture of a move: the tables before and after it. */
export type Picture = Schemas['Picture'];

/**
 * A line of the guide: a sentence about a table of the first deal, and the move to make there. The move is null if
 * there is only something to read.
 */
export type Line = Schemas['Line'];

export type Lessons = Schemas['Lessons'];

const asked = new Map<string, Promise<Lessons>>();

/** The lessons are requested only once on each page, and again only if no answer came. */
export function lessonsOf(game: string, read: (path: string) => Promise<Lessons> = ask<Lessons>): Promise<Lessons> {
  const known = asked.get(game);
  if (known) return known;
  const answer = read(`games/${game}/lessons`);
  asked.set(game, answer);
  answer.catch(() => asked.delete(game));
  return answer;
}
