import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The module as a page in another language has it. */
async function inLanguage(messages: Record<string, string>) {
  vi.resetModules();
  vi.stubGlobal('django', { gettext: (text: string) => messages[text] ?? text });
  return import('./cards');
}

const GERMAN = { 'A J Q K': 'A B D K', ace: 'Ass', jack: 'Bube', queen: 'Dame', nine: 'Neun', '{rank} of spades': 'Pik-{rank}', '{rank} of hearts': 'Herz-{rank}' };

it.each([
  [{}, '9♥ and Q♥ to J♠, joker too', 'nine of hearts and queen of hearts to jack of spades, joker too'],
  [GERMAN, '9♥ und D♥ auf B♠, Joker auch', 'Herz-Neun und Herz-Dame auf Pik-Bube, Joker auch'],
])('the cards in what a game says are spoken: %o', async (messages, words, spoken) => {
  const { aloud, isNamed } = await inLanguage(messages);
  expect(aloud(words)).toBe(spoken);
  expect(['9H', 'QH', 'JS', 'TH', 'KS'].filter((card) => isNamed(card, words))).toEqual(['9H', 'QH', 'JS']);
});
