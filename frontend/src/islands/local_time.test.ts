import { expect, it } from 'vitest';
import { inWords } from './local_time';

it('says the time of the zone, and which zone', () => {
  const words = inWords(new Date('2019-11-21T18:30:00Z'), { timeZone: 'Europe/Berlin' }, 'en-GB');
  expect(words).toContain('21 Nov 2019');
  expect(words).toContain('19:30');
  expect(words).toMatch(/CET|GMT\+1/);
});

it('writes hours with two digits where they count to 24', () => {
  const said = (variant: string) => inWords(new Date('2019-11-21T01:05:07Z'), { timeZone: 'UTC', second: '2-digit' }, variant);
  expect(said('en-GB')).toContain(', 01:05:07 ');
  expect(said('de')).toContain(', 01:05:07 ');
  expect(said('en-US')).toMatch(/, 1:05:07\sAM /);
});
