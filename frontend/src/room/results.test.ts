import { expect, it } from 'vitest';
import { inParts, NAME, SCORE } from './results';

it.each([
  [{ round: null, rank: 3, tied: true }, [NAME, ': ', SCORE, ', now joint 3rd']],
  [{ round: 2, rank: 1, tied: false }, [NAME, ': ', SCORE, ' in round 2, now 1st']],
])('parts the sentence of a result at its player and its score: %o', (result, parts) => {
  expect(inParts(result)).toEqual(parts);
});
