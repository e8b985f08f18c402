import { expect, it, vi } from 'vitest';
import { lessonsOf, type Lessons } from './lessons';

const lessons: Lessons = { sheet: [], guide: { seed: 'first', rules: {}, lines: [] } };

it('lessons are asked for once', async () => {
  const read = vi.fn(() => Promise.resolve(lessons));
  await Promise.all([lessonsOf('well', read), lessonsOf('well', read)]);
  expect(await lessonsOf('well', read)).toBe(lessons);
  expect(read.mock.calls).toEqual([['games/well/lessons']]);
});

it('lessons that did not come are asked for again', async () => {
  const read = vi.fn<(path: string) => Promise<Lessons>>().mockRejectedValueOnce(new TypeError()).mockResolvedValue(lessons);
  await expect(lessonsOf('wish', read)).rejects.toThrow();
  expect(await lessonsOf('wish', read)).toBe(lessons);
});
