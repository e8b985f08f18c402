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
  ace: 'Ass',
  ten: 'Zehn',
  '{rank} of spades': 'Pik-{rank}',
  '{rank} of clubs': 'Kreuz-{rank}',
  '{rank} of hearts': 'Herz-{rank}',
};

it.each([
  [
    {},
    '9♥, 10♣ and Q♥ to J♠, not A♠, joker too',
    'nine of hearts, ten of clubs and queen of hearts to jack of spades, not ace of spades, joker too',
  ],
  [
    GERMAN,
    '9♥, 10♣ und Q♥ auf J♠, nicht A♠, Joker auch',
    'Herz-Neun, Kreuz-Zehn und Herz-Dame auf Pik-Bube, nicht Pik-Ass, Joker auch',
  ],
])('the cards in what a game says are spoken: %o', async (messages: Record<string, string>, words, spoken) => {
  vi.resetModules();
  vi.stubGlobal('django', { gettext: (text: string) => messages[text] ?? text });
  const { aloud, isNamed } = await import('./cards');
  expect(aloud(words)).toBe(spoken);
  const named = ['9H', 'TC', 'QH', 'JS', 'AS', 'X1'];
  expect([...named, 'TH', 'AC', 'KS'].filter((card) => isNamed(card, words))).toEqual(named);
});
