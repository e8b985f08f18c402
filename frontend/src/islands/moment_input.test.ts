import { expect, it } from 'vitest';
import { localFromUtc, utcFromLocal } from './moment_input';

it.each(['2026-11-21T18:30', '2026-07-01T00:00', '1999-12-31T23:59'])('%s goes there and back', (utc) => {
  expect(utcFromLocal(localFromUtc(utc))).toBe(utc);
});

it.each(['', 'tomorrow', '2026-13-40T99:99'])('leaves %j for the server to judge', (text) => {
  expect(localFromUtc(text)).toBe(text);
  expect(utcFromLocal(text)).toBe(text);
});
