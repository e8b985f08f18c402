import { expect, it } from 'vitest';
import { withGame } from './practised';

it.each([
  ['', 'wish'],
  ['csrftoken=x; practised=wish', 'wish'],
  ['practised=well; other=1', 'well.wish'],
  ['unpractised=well', 'wish'],
])('adds a game to those that %s has', (cookies, value) => {
  expect(withGame(cookies, 'wish')).toBe(value);
});
