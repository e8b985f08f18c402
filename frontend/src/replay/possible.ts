/** What was possible in a game, without a DOM: the best still to be reached, where points went, and luck told from skill. */

import type { Schemas } from '../schema';
import { count, minus } from '../words';

/** A game with its analysis. */
export interface AnalysedGame {
  analysis: Schemas['Analysis'];
  /** The score that it ended with. */
  final: number;
  /** Whether it was played to its end. */
  finished: boolean;
  /** Whether fewer points are better. */
  lowest: boolean;
}

/**
 * A move after which less could be reached.
 *
 * A `mistake` threw the points away for certain, whatever was hidden; an `unlucky` one did not have to; of an
 * `unclear` one nobody can say.
 */
interface Drop {
  kind: 'mistake' | 'unlucky' | 'unclear';
  points: number;
}

/** The best score still to be reached before each move; and at last what was reached. */
export function bestsOf({ analysis, final }: AnalysedGame): number[] {
  return [...analysis.moves.map(({ best }) => best), final];
}

/** For each move what it gave away, if it gave something away. */
export function dropsOf(game: AnalysedGame): (Drop | undefined)[] {
  const { moves } = game.analysis;
  const bests = bestsOf(game);
  return moves.map(({ lost, proven, skill }, ply) => {
    if (lost) return { kind: 'mistake', points: lost };
    // What could still be reached where a game was given up is not known.
    if (ply === moves.length - 1 && !game.finished) return undefined;
    const points = (bests[ply + 1]! - bests[ply]!) * (game.lowest ? 1 : -1);
    if (points <= 0) return undefined;
    // What a choice made worse on the whole, though not for certain, was not luck alone.
    const known = lost === 0 && skill === 0 && proven && (moves[ply + 1]?.proven ?? true);
    return { kind: known ? 'unlucky' : 'unclear', points };
  });
}

/** What a drop is, in a few words. */
export function dropInWords({ kind, points }: Drop): string {
  const said = count(points, 'point');
  return { mistake: `mistake: ${said} lost`, unlucky: `unlucky: ${said}`, unclear: `turned out ${said} worse` }[kind];
}

/** The moves of a best line from a ply on; none where the game is over. */
export function lineFrom({ lines }: Schemas['Analysis'], ply: number): string[] {
  const line = lines.findLast((line) => line.ply <= ply);
  return line === undefined ? [] : line.moves.slice(ply - line.ply);
}

/** What can be said of a game at a ply. */
export function nowInWords(game: AnalysedGame, ply: number): string {
  const bests = bestsOf(game);
  const at = Math.min(ply, bests.length - 1);
  const here = at === bests.length - 1 ? `It ended with ${minus(bests[at]!)}.` : `Here ${minus(bests[at]!)} could still be reached.`;
  const drop = at > 0 ? dropsOf(game)[at - 1] : undefined;
  return drop === undefined ? here : `${here} ${dropInSentence(drop, at)}`;
}

function dropInSentence({ kind, points }: Drop, move: number): string {
  const said = count(points, 'point');
  const was = points === 1 ? 'was' : 'were';
  return {
    mistake: `Move ${move} was a mistake: ${said} ${was} lost for certain.`,
    unlucky: `Move ${move} was unlucky: ${said} ${was} lost, as the cards lay.`,
    unclear: `Move ${move} turned out ${said} worse.`,
  }[kind];
}

/** How many mistakes a game had, and how often it was unlucky. */
export function summaryInWords(game: AnalysedGame): string {
  const drops = dropsOf(game);
  const many = (kind: Drop['kind']) => drops.filter((drop) => drop?.kind === kind).length;
  const [mistakes, unlucky] = [many('mistake'), many('unlucky')];
  const said = mistakes ? count(mistakes, 'mistake') : 'No certain mistake';
  return unlucky ? `${said}, ${count(unlucky, 'unlucky move')}` : said;
}

/** Luck told from skill, as it is written: the four add up. */
interface ShownSum {
  initial: string;
  luck: string;
  skill: string;
  final: string;
  /** Whether luck and skill were for the better or for the worse; empty if they changed nothing. */
  luckDid: string;
  skillDid: string;
}

export function shownSum({ analysis, final, lowest }: AnalysedGame): ShownSum {
  const [initial, luck, skill] = closing([analysis.initial, analysis.luck, analysis.skill], final) as [number, number, number];
  const digits = [initial, luck, skill].every(Number.isInteger) ? 0 : 1;
  const signed = (points: number): string => (points === 0 ? '±0' : `${points > 0 ? '+' : ''}${minus(points.toFixed(digits))}`);
  const did = (points: number): string => (points === 0 ? '' : `for the ${points < 0 === lowest ? 'better' : 'worse'}`);
  return {
    initial: minus(initial.toFixed(digits)),
    luck: signed(luck),
    skill: signed(skill),
    final: minus(final),
    luckDid: did(luck),
    skillDid: did(skill),
  };
}

/** Parts of a whole number in tenths, each the one below or above it, so that they still add up to the whole. */
export function closing(parts: number[], whole: number): number[] {
  const floors = parts.map((part) => Math.floor(part * 10));
  const left = Math.round(whole * 10 - floors.reduce((sum, floor) => sum + floor, 0));
  const nearest = parts.map((part, nth) => ({ nth, rest: part * 10 - floors[nth]! })).sort((a, b) => b.rest - a.rest);
  const raised = new Set(nearest.slice(0, left).map(({ nth }) => nth));
  return floors.map((floor, nth) => (floor + (raised.has(nth) ? 1 : 0)) / 10);
}
