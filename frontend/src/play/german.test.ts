import { afterEach, expect, it, vi } from 'vitest';
import type { StandingsThen } from './then';

const DAY = 24 * 3600_000;

const then: StandingsThen = {
  stands: 'end',
  among: 4,
  results: [1, 2].map((rank) => ({
    at_ms: rank * DAY,
    rank,
    player: { id: `${rank}`, name: ['Ann', 'Bea'][rank - 1]!, bot: false, account: false },
    score: -rank,
    won: false,
    moves: 3,
    elapsed_ms: rank * DAY,
  })),
  finished: [1, 2].map((finished) => ({ at_ms: finished * DAY, finished })),
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  [1.5, '36:00:00 nach Beginn der Runde war 1 von 4 fertig.'],
  [3, '3 Tage nach Beginn der Runde waren 2 von 4 fertig.'],
])('an island is German on a German page: after %d days', async (days, sentence) => {
  vi.stubGlobal('document', { documentElement: { lang: 'de', dataset: {} } });
  const { render } = await import('svelte/server');
  const { default: Standings } = await import('./StandingsThen.svelte');
  const { body } = render(Standings, { props: { then, began: 0, now: days * DAY, ending: null } });
  const said = body.replace(/<[^>]*>/g, ' ');
  expect(said).toContain(sentence);
  expect(said).toContain('Zur selben Zeit in der Runde');
  expect(said).not.toMatch(/finish|round|After/);
});
