/** Scripts that are built in German: their messages, and the dates and numbers of `Intl`. */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { row, standings, START } from './scoreboard/standings.fake';

/**
 * The given names, as the server writes them into a German page of an English site, but with shorter codes in the names
 * of deleted players.
 */
const GIVEN_NAMES = [
  ['Guest((?: [1-9][0-9]*)?)', 'Gast'],
  ['Beginner( [1-9][0-9]*(?: [1-9][0-9]*)?)', 'Anfänger'],
  ['deleted\\-([2-9a-z]{4}(?: [1-9][0-9]*)?)', 'gelöscht-'],
];

beforeAll(() => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z') });
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang: 'de', dataset: { givenNames: JSON.stringify(GIVEN_NAMES) } } });
  vi.stubGlobal('navigator', { languages: ['en-US', 'de-AT'] });
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  vi.useRealTimers();
});

it('counts down to a moment', async () => {
  const { mount } = await import('./islands/countdown');
  const counted = (until: string, words: Record<string, string> = {}): string => {
    const element = { dataset: { until, now: '2026-05-01T12:00:00Z', ...words }, textContent: '', hidden: true };
    mount(element as unknown as HTMLElement)();
    return element.textContent;
  };
  expect(counted('2026-05-04T12:00:00Z', { words: 'opening' })).toBe('in 3 Tagen');
  expect(counted('2026-05-04T12:00:00Z', { words: 'left' })).toBe('noch 3 Tage');
  expect(counted('2026-05-01T13:00:00Z')).toBe(' (noch 1:00:00)');
});

it('says the names that the site gives, and leaves every other name as it is', async () => {
  const { shownName } = await import('./words');
  const given = ['Guest', 'Guest 2', 'Beginner 3', 'Beginner 3 2', 'deleted-7q2k', 'deleted-7q2k 2'];
  expect(given.map(shownName)).toEqual(['Gast', 'Gast 2', 'Anfänger 3', 'Anfänger 3 2', 'gelöscht-7q2k', 'gelöscht-7q2k 2']);
  const others = ['Ann', 'Guests', 'A Guest', 'Guest 2 3', 'Guest 02', 'Beginner', 'deleted-all of it'];
  expect(others.map(shownName)).toEqual(others);
});

it('writes places, numbers and moments', async () => {
  const [places, { inWords }, { soonInWords }] = await Promise.all([
    import('./places'),
    import('./islands/local_time'),
    import('./islands/soon'),
  ]);
  expect([1, 2, 3, 21].map(places.ordinal)).toEqual(['1.', '2.', '3.', '21.']);
  expect(places.placeInWords({ rank: 1, tied: true, among: 3 }, true)).toBe('bisher geteilter 1. von 3');
  expect(places.decimal(-1066.67, 2)).toBe('−1066,67');
  const moment = new Date('2026-05-02T17:05:00Z');
  expect(inWords(moment)).toMatch(/^2\.\u00a0Mai.* 19:05 MESZ$/);
  expect(soonInWords(moment)).toBe('morgen um 19:05 Uhr');
});

it('says who leads', async () => {
  const [{ joined }, { boardFrom, receive }] = await Promise.all([import('./words'), import('./scoreboard/board')]);
  const board = boardFrom({ ...START, rows: [], me: null });
  expect(joined(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo und Cy');
  expect(receive(board, standings(4, [row('Ada', 1, 7), row('Bo', 1, 7)])).said.text).toBe('Ada und Bo führen gemeinsam: 7.');
});

it('asks for answers in its language', async () => {
  const fetched = vi.fn(async (_path: string, _options: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  const { ask } = await import('./api');
  await ask('games');
  expect(fetched.mock.calls[0]![1].headers).toMatchObject({ 'Accept-Language': 'de' });
});
