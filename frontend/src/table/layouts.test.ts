import { afterEach, expect, it, vi } from 'vitest';
import type { View } from './view';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('has the names of piles from the catalogue of the page', async () => {
  vi.resetModules(); // layouts keep their names, so load them again
  vi.stubGlobal('django', { gettext: (text: string) => text, pileNames: { wish: { 1: 'Stapel 1' } } });
  const { layoutOf } = await import('./layouts');
  const named = (game: string) =>
    layoutOf(game)
      .arrange({ game, piles: {} } as View, false)
      .places.map(({ name }) => name);
  expect(named('wish')).toContain('Stapel 1');
  expect(named('pyramid')).toContain('the stock');
});
