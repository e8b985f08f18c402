/**
 * The layouts by the slugs of their games: each file in `layouts/` is one, and is named after its game. The names of
 * the piles are those in which the engine speaks of them.
 */

import names from '../../../games/teaching/pile_names.json';
import type { Layout, Unnamed } from './layout';

const files = import.meta.glob<Layout<Unnamed>>('./layouts/*.ts', { eager: true, import: 'layout' });

const layouts = new Map(Object.entries(names).map(([game, piles]) => [game, named(files[`./layouts/${game}.ts`]!, piles)]));

export function layoutOf(game: string): Layout {
  const layout = layouts.get(game);
  if (!layout) throw new Error(`there is no table for ${game}`);
  return layout;
}

function named(layout: Layout<Unnamed>, names: Record<string, string>): Layout {
  return {
    ...layout,
    arrange: (...given) => {
      const arrangement = layout.arrange(...given);
      return { ...arrangement, places: arrangement.places.map((place) => ({ ...place, name: names[place.pile]! })) };
    },
  };
}
