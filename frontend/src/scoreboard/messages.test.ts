import { expect, it } from 'vitest';
import { messageIn } from './messages';

it.each([
  '{"type": "standings", "version": 4, "total": 0, "results": []}',
  '{"type": "presence", "watching": 3, "more": true}',
  '{"type": "state", "state": "closed", "rounds": []}',
])('reads %s', (text) => {
  expect(messageIn(text)).toEqual(JSON.parse(text));
});

it.each([
  '',
  'null',
  '[]',
  '7',
  '{"type": "weather"}',
  '{"type": "standings", "version": "4", "results": []}',
  '{"type": "standings", "version": 4}',
  '{"type": "presence"}',
  '{"type": "state"}',
])('leaves %s alone', (text) => {
  expect(messageIn(text)).toBeNull();
});
