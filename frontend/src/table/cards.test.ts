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
    '{9H}, {TC} and {QH} to {JS}, not {AS}, {X1} too',
    'nine of hearts, ten of clubs and queen of hearts to jack of spades, not ace of spades, joker too',
    '9♥, 10♣ and Q♥ to J♠, not A♠, joker too',
  ],
  [
    GERMAN,
    '{9H}, {TC} und {QH} auf {JS}, nicht {AS}, {X1} auch',
    'Herz-Neun, Kreuz-Zehn und Herz-Dame auf Pik-Bube, nicht Pik-Ass, Joker auch',
    '9♥, 10♣ und Q♥ auf J♠, nicht A♠, Joker auch',
  ],
])('the cards in what a game says are spoken and written: %o', async (messages: Record<string, string>, text, heard, read) => {
  vi.resetModules();
  vi.stubGlobal('django', { gettext: (each: string) => messages[each] ?? each });
  const { aloud, inWriting, spoken, spokenIn } = await import('./cards');
  expect([aloud(text), inWriting(text)]).toEqual([heard, read]);
  const named = ['9H', 'TC', 'QH', 'JS', 'AS', 'X1', 'X2'];
  expect([...named, 'TH', 'AC', 'KS'].filter((card) => spokenIn(text).has(spoken(card)))).toEqual(named);
});
