/**
 * The layouts of all games: a file for each in `layouts/`, named like the game's folder in `games/`. The names of piles
 * are in `pile_names/` of the game's folder. When the build makes scripts in another language, it replaces the English
 * names.
 */

import type { Layout, Unnamed } from './layout';

type PileNames = Record<string, string>;

const layouts = import.meta.glob<Layout<Unnamed>>('./layouts/*.ts', { eager: true, import: 'layout' });
const names = import.meta.glob<PileNames>('../../../games/*/pile_names/en.json', { eager: true, import: 'default' });

const known = new Map<string, Layout>();

export function layoutOf(game: string): Layout {
  const layout = known.get(game) ?? named(game.replaceAll('-', '_'));
  if (!layout) throw new Error(`there is no table for ${game}`);
  known.set(game, layout);
  return layout;
}

function named(folder: string): Layout | undefined {
  const layout = layouts[`./layouts/${folder}.ts`];
  const called = names[`../../../games/${folder}/pile_names/en.json`];
  if (!layout || !called) return undefined;
  return {
    ...layout,
    arrange: (...given) => {
      const arrangement = layout.arrange(...given);
      return { ...arrangement, places: arrangement.places.map((place) => ({ ...place, name: called[place.pile]! })) };
    },
  };
}
