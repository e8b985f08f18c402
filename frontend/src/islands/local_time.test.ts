import { expect, it } from 'vitest';
import { inWords } from './local_time';

it('says the time of the zone, and which zone', () => {
  const words = inWords(new Date('2019-11-21T18:30:00Z'), { timeZone: 'Europe/Berlin' }, 'en-GB');
  expect(words).toContain('21 Nov 2019');
  expect(words).toContain('19:30');
  expect(words).toMatch(/CET|GMT\+1/);
});
