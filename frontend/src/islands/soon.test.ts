import { expect, it } from 'vitest';
import { soonInWords } from './soon';

it('calls a day of this week by its name, and another by its date', () => {
  const now = new Date(2019, 10, 21, 23, 30);
  const said = (day: number, hour: number) => soonInWords(new Date(2019, 10, day, hour, 5), now, 'en-GB');
  expect(said(21, 23)).toBe('today, 23:05');
  expect(said(22, 1)).toBe('tomorrow, 01:05');
  expect(said(23, 19)).toBe('Saturday, 19:05');
  expect(said(27, 19)).toBe('Wednesday, 19:05');
  expect(said(28, 19)).toMatch(/^28 Nov 2019, 19:05/);
  expect(said(20, 19)).toMatch(/^20 Nov 2019, 19:05/);
});
