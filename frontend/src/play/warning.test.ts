import { expect, it } from 'vitest';
import { warning } from './warning';

it('warns once as the time runs out', () => {
  expect(warning(301_000, 300_000)).toBe('Five minutes left.');
  expect(warning(300_000, 299_000)).toBe('');
  expect(warning(60_500, 59_500)).toBe('One minute left.');
  expect(warning(400_000, 9_000)).toBe('Ten seconds left.');
  expect(warning(1000, 0)).toBe('');
});
