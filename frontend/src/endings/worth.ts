/**
 * How good the end of a game is, by one yardstick: the field, or our bot until there is a field; and beside one's own
 * best.
 */

import type { Schemas } from '../schema';
import { minus } from '../words';

export type Comparison = Schemas['Comparison'];

/** How many games ended with each score. */
export type Ends = readonly (readonly [score: number, times: number])[];

export type Grade = 'good' | 'usual' | 'poor';

/** From so many results on, the field tells how good one of them is. */
const FIELD = 10;

/** From so many on, the others are told as a share. */
const CROWD = 20;

/** How a score compares with other ends; null where there are none. */
export function comparedWith(ends: Ends, score: number, lowest: boolean): Comparison | null {
  const ordered = [...ends].sort(([one], [other]) => (lowest ? one - other : other - one));
  const others = ordered.reduce((sum, [, times]) => sum + times, 0);
  if (others === 0) return null;
  const worse = ordered.filter(([end]) => (lowest ? end > score : end < score));
  return {
    beaten: worse.reduce((sum, [, times]) => sum + times, 0),
    others,
    median: (scoreAt(ordered, Math.floor((others - 1) / 2)) + scoreAt(ordered, Math.floor(others / 2))) / 2,
    best: ordered[0]![0],
  };
}

/** The comparison with the others, if there are enough of them to judge by. */
export function fieldIn<Found extends Pick<Comparison, 'others'>>(found: Found | null): Found | null {
  return found !== null && found.others + 1 >= FIELD ? found : null;
}

/**
 * A win is good; else by the `field`, if there is one: its best is good, whoever shares it, and its median is usual.
 * By our bot what most such deals do not come to is good, and what most of them leave behind is poor.
 */
export function gradeOf(
  { score, won }: { score: number; won: boolean },
  usual: Ends,
  lowest: boolean,
  field: Comparison | null = null,
): Grade {
  if (won) return 'good';
  const found = field ?? comparedWith(usual, score, lowest);
  if (found === null) return 'usual';
  const alike = field ? 0 : (usual.find(([end]) => end === score)?.[1] ?? 0);
  const share = (found.beaten + alike / 2) / found.others;
  if (share >= 2 / 3 || field?.best === score) return 'good';
  return share > 1 / 3 || (field && (lowest ? score <= field.median : score >= field.median)) ? 'usual' : 'poor';
}

/** How many of the others did worse: "6 of 7", or of many "71 %"; empty for none, or hardly any. */
export function beatenWords({ beaten, others }: Pick<Comparison, 'beaten' | 'others'>): string {
  if (100 * beaten < others || beaten === 0) return '';
  return others < CROWD ? `${beaten} of ${others}` : `${Math.floor((100 * beaten) / others)} %`;
}

/** Beside the field: "Better than 6 of 9 so far; the median is 8, the best 2." */
export function fieldWords(field: Comparison, soFar: boolean): string {
  const beaten = beatenWords(field);
  const [median, best] = [minus(field.median), minus(field.best)];
  if (soFar)
    return beaten
      ? `Better than ${beaten} so far; the median is ${median}, the best ${best}.`
      : `The median is ${median}, the best ${best} so far.`;
  return beaten ? `Better than ${beaten}; the median is ${median}, the best ${best}.` : `The median is ${median}, the best ${best}.`;
}

export const BEST_YET = 'Your best yet!';

/** "Your best yet", "As good as your best", or what the best is; empty for a first game. */
export function againstBest(score: number, best: number | null, lowest: boolean): string {
  if (best === null) return '';
  if (score === best) return 'As good as your best.';
  return (lowest ? score < best : score > best) ? BEST_YET : `Your best ever is ${minus(best)}.`;
}

/** "Our bot usually ends such deals with 4 to 14; this is better than 71 % of its games"; of a poor end what would be better. */
export function usualWords(usual: Ends, score: number, lowest: boolean): string {
  const found = comparedWith(usual, score, lowest);
  if (found === null) return '';
  const ordered = [...usual].sort(([one], [other]) => one - other);
  const [from, to] = [0.25, 0.75].map((share) => scoreAt(ordered, Math.floor(share * (found.others - 1))));
  const range = from === to ? minus(from!) : `${minus(from!)} to ${minus(to!)}`;
  const beaten = beatenWords(found);
  if (beaten) return `Our bot usually ends such deals with ${range}; this is better than ${beaten} of its games.`;
  return `Our bot usually ends such deals with ${range}, and ${lowest ? 'fewer' : 'more'} is better.`;
}

/** The score at a place, from 0 on, in ends that are in order. */
function scoreAt(ordered: Ends, place: number): number {
  let left = place;
  return ordered.find(([, times]) => (left -= times) < 0)![0];
}
