import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stateOf } from '../scoreboard/standings.fake';
import { momentsIn, showWindows } from './windows';

const [NOON, ONE, TWO] = ['2026-05-01T12:00:00Z', '2026-05-01T13:00:00Z', '2026-05-01T14:00:00Z'] as const;

const ending = (...ends: (string | null)[]) =>
  stateOf('running', [], {
    rounds: ends.map((closes_at, at) => ({ number: at + 1, state: 'open', opens_at: NOON, closes_at })),
  });

beforeEach(() => vi.stubGlobal('navigator', { languages: ['en-GB'] }));
afterEach(() => void vi.unstubAllGlobals());

/** A place on the page: its name, its moment if it has one, and whether it counts down. */
function place(name: string, moment: string | null, counts = false) {
  const time = moment === null ? null : { dateTime: moment, textContent: moment };
  const counter = counts ? { dataset: { until: moment } } : null;
  const querySelector = (what: string) => (what === 'time' ? time : counter);
  return { dataset: { window: name }, querySelector, time, counter };
}

function show(state: ReturnType<typeof stateOf>, ...places: ReturnType<typeof place>[]): boolean {
  return showWindows(state, { querySelectorAll: () => places } as unknown as ParentNode);
}

it('names the moments as the page does: the last end is that of the contest, if every round has one', () => {
  expect(momentsIn(ending(TWO, ONE))).toMatchObject({ ends: TWO, 'ends-1': TWO, 'ends-2': ONE, 'opens-1': NOON });
  expect(momentsIn(ending(TWO, null))).toMatchObject({ ends: null });
});

it('writes an end that was moved, and counts down to it', () => {
  const closes = place('ends', TWO, true);
  const own = place('ends-1', TWO);
  expect(show(ending(ONE), closes, own)).toBe(true);
  expect([closes.time?.dateTime, own.time?.dateTime]).toEqual([ONE, ONE]);
  expect(own.time?.textContent).not.toBe(TWO);
  expect(closes.counter?.dataset.until).toBe(ONE);
});

it('leaves alone what was not moved', () => {
  const closes = place('ends', ONE);
  expect(show(ending(ONE), closes)).toBe(true);
  expect(closes.time?.textContent).toBe(ONE);
});

it('says that a sentence does not fit any more, where an end came or went', () => {
  expect(show(ending(ONE), place('ends', null))).toBe(false);
  expect(show(ending(null), place('ends', ONE))).toBe(false);
  expect(show(ending(null), place('ends', null))).toBe(true);
  expect(show(ending(ONE), place('freezes', TWO))).toBe(false);
});
