import { expect, it } from 'vitest';
import { newsIn } from './messages';

it.each([
  ['{"type":"unread","unread":3}', { unread: 3, text: null }],
  ['{"type":"notice","notice":{"text":"Ada has passed you."},"unread":1}', { unread: 1, text: 'Ada has passed you.' }],
  ['{"type":"notice","notice":{},"unread":1}', null],
  ['{"type":"notice","unread":1}', null],
  ['{"type":"unread"}', null],
  ['{"type":"standings","unread":1}', null],
  ['nonsense', null],
])('reads %s', (frame, news) => {
  expect(newsIn(frame)).toEqual(news);
});
