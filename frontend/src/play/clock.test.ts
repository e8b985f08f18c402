import { expect, it } from 'vitest';
import { serverClock, span } from './clock';

it('goes by the server, however wrong this machine is', () => {
  let here = Date.parse('2001-01-01T00:00:00Z');
  const clock = serverClock('2026-05-01T12:00:00.250Z', () => here);
  here += 5000;
  expect(new Date(clock()).toISOString()).toBe('2026-05-01T12:00:05.250Z');
});

it('writes spans as a clock does', () => {
  const second = 1000;
  const hour = 3600 * second;
  const spans = [-5, 0, 9.9 * second, 61 * second, hour - 1, hour, 30 * hour + second, 48 * hour, 200 * hour];
  expect(spans.map(span)).toEqual([
    '0:00',
    '0:00',
    '0:09',
    '1:01',
    '59:59',
    '1:00:00',
    '30:00:01',
    '2 days',
    '8 days',
  ]);
});
