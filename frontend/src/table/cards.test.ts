import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const GERMAN: Record<string, string> = {
  jack: 'Bube',
  queen: 'Dame',
  nine: 'Neun',
  joker: 'Joker',
  '{rank} of spades': 'Pik-{rank}',
  '{rank} of hearts': 'Herz-{rank}',
};

it.each([
  [{}, '9♥ and Q♥ to J♠, joker too', 'nine of hearts and queen of hearts to jack of spades, joker too'],
  [GERMAN, '9♥ und Q♥ auf J♠, Joker auch', 'Herz-Neun und Herz-Dame auf Pik-Bube, Joker auch'],
])('the cards in what a game says are spoken: %o', async (messages: Record<string, string>, words, spoken) => {
  vi.resetModules();
  vi.stubGlobal('django', { gettext: (text: string) => messages[text] ?? text });
  const { aloud, isNamed } = await import('./cards');
  expect(aloud(words)).toBe(spoken);
  expect(['9H', 'QH', 'JS', 'TH', 'KS', 'X1'].filter((card) => isNamed(card, words))).toEqual(['9H', 'QH', 'JS', 'X1']);
});
