import { expect, it } from 'vitest';
import { plyOf, withPly } from './address';

it('reads the move from the address, and the opening from what is none', () => {
  const asked = ['?ply=17', '?with=abc&ply=3', '', '?ply=', '?ply=-1', '?ply=1.5', '?ply=1e3', '?ply=99999999'];
  expect(asked.map(plyOf)).toEqual([17, 3, 0, 0, 0, 0, 0, 0]);
});

it('writes the move and leaves the rest of the address alone', () => {
  expect(withPly('?with=abc&ply=3', 4)).toBe('?with=abc&ply=4');
  expect(withPly('', 4)).toBe('?ply=4');
});

it('needs no word for the opening', () => {
  expect(withPly('?with=abc&ply=3', 0)).toBe('?with=abc');
  expect(withPly('?ply=3', 0)).toBe('');
});
