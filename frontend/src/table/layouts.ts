/** The layouts by the slugs of their games: each file in `layouts/` is one, and is named after its game. */

import type { Layout } from './layout';

const files = import.meta.glob<Layout>('./layouts/*.ts', { eager: true, import: 'layout' });

export function layoutOf(game: string): Layout {
  const layout = files[`./layouts/${game}.ts`];
  if (!layout) throw new Error(`there is no table for ${game}`);
  return layout;
}
