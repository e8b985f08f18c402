import { expect, it } from 'vitest';
import { inOwnZone } from './own_zone';

it.each([
  ['2026-11-26T18:05:00Z', '2026-11-26', '4', '19:05'],
  ['2026-11-29T23:30:00Z', '2026-11-30', '1', '00:30'],
  ['2026-06-28T18:00:00Z', '2026-06-28', '7', '20:00'],
])('%s is on %s, weekday %s, at %s in Berlin', (moment, on, weekday, at) => {
  expect(inOwnZone(new Date(moment))).toEqual({ zone: 'Europe/Berlin', on, weekday, at });
});
