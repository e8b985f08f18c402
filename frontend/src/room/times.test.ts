import { describe, expect, it, vi } from 'vitest';
import type { Round } from '../scoreboard/messages';
import { current, ending, label } from './times';

const noon = '2026-05-01T12:00:00Z';
const evening = '2026-05-01T18:00:00Z';
const round = (number: number, state: string, opens_at = noon, closes_at: string | null = evening): Round => ({
  number,
  state,
  opens_at,
  closes_at,
});
const shown = (...rounds: Round[]) =>
  current({ state: 'running', rounds }).map((each) => [each.from, each.to, each.state]);

describe('the rounds that matter now', () => {
  it('are the open ones, those that close together as one', () => {
    expect(shown(round(1, 'closed'), round(2, 'open'), round(3, 'open'), round(4, 'scheduled'))).toEqual([
      [2, 3, 'open'],
    ]);
    expect(shown(round(1, 'open'), round(2, 'open', noon, null))).toEqual([
      [1, 1, 'open'],
      [2, 2, 'open'],
    ]);
  });

  it('are those that open next when none is open', () => {
    expect(shown(round(1, 'closed'), round(2, 'scheduled', evening), round(3, 'scheduled', '2027-01-01'))).toEqual([
      [2, 2, 'scheduled'],
    ]);
  });

  it('are none once all is over', () => {
    expect(shown(round(1, 'closed'), round(2, 'closed'))).toEqual([]);
  });

  it('are told by number and game', () => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    const [both] = current({ state: 'running', rounds: [round(1, 'open'), round(2, 'open')] });
    const [second] = current({ state: 'running', rounds: [round(1, 'closed'), round(2, 'open', noon, null)] });
    expect(label(both!, ['Wish', 'Well'])).toBe('Rounds 1–2');
    expect(label(second!, ['Wish', 'Well'])).toBe('Round 2: Well');
    expect(label({ ...second!, from: 1, to: 1 }, ['Wish'])).toBe('Wish');
    expect(ending(both!)).toMatch(/^close 1 May/);
    expect(ending({ ...both!, to: 1 })).toMatch(/^closes 1 May/);
    expect(ending(second!)).toBe('open');
    vi.unstubAllGlobals();
  });
});
