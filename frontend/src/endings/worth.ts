/** How good the end of a game is, beside others' ends, beside what such deals usually end with, and beside one's own. */

import type { Schemas } from '../schema';
import { minus } from '../words';

export type Comparison = Schemas['Comparison'];

/** How many games ended with each score. */
export type Ends = readonly (readonly [score: number, times: number])[];

export type Grade = 'good' | 'usual' | 'poor';

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

/** A win is good; else what most such deals do not come to, and what most of them leave behind is poor. */
export function gradeOf({ score, won }: { score: number; won: boolean }, usual: Ends, lowest: boolean): Grade {
  const found = comparedWith(usual, score, lowest);
  if (won) return 'good';
  if (found === null) return 'usual';
  const alike = usual.find(([end]) => end === score)?.[1] ?? 0;
  const share = (found.beaten + alike / 2) / found.others;
  return share >= 2 / 3 ? 'good' : share <= 1 / 3 ? 'poor' : 'usual';
}

/** "better than 6 of 7", or of many "better than 71 %"; empty where it is better than none, or hardly any. */
export function betterWords({ beaten, others }: Pick<Comparison, 'beaten' | 'others'>): string {
  if (100 * beaten < others || beaten === 0) return '';
  return `better than ${others < CROWD ? `${beaten} of ${others}` : `${Math.floor((100 * beaten) / others)} %`}`;
}

/** Beside the others who have played these cards: "Better than 6 of 7 so far; the median is 8, the best 2." */
export function amongWords(found: Comparison, soFar = ''): string {
  const better = betterWords(found);
  const rest = `the median is ${minus(found.median)}, the best ${minus(found.best)}.`;
  return better ? `B${better.slice(1)}${soFar}; ${rest}` : `T${rest.slice(1, -1)}${soFar}.`;
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
  const better = betterWords(found);
  const beside = better ? `; this is ${better} of its games` : `, and ${lowest ? 'fewer' : 'more'} is better`;
  return `Our bot usually ends such deals with ${range}${beside}.`;
}

/** The score at a place, from 0 on, in ends that are in order. */
function scoreAt(ordered: Ends, place: number): number {
  let left = place;
  return ordered.find(([, times]) => (left -= times) < 0)![0];
}
