import { afterEach, expect, it, vi } from 'vitest';
import { localFromUtc, mount, utcFromLocal } from './moment_input';

/**
 * The value that a form sends as `closes_at`, after a person in Berlin has read the field and typed each of `typed`
 * into it.
 */
function sent(written: string, ...typed: string[]): string {
  const carrier = { value: '' };
  const input = Object.assign(new EventTarget(), {
    name: 'closes_at',
    value: written,
    form: new EventTarget(),
    removeAttribute: () => undefined,
    after: () => undefined,
  });
  vi.stubGlobal('document', { createElement: () => carrier });
  mount(input as unknown as HTMLInputElement);
  for (const text of typed) {
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
  input.form.dispatchEvent(new Event('submit'));
  return carrier.value;
}

afterEach(() => vi.unstubAllGlobals());

it.each(['2026-10-25T00:30', '2026-10-25T01:30', '2026-03-29T01:30', ''])('sends %j as it came if nobody edits it', (utc) => {
  expect(sent(utc)).toBe(utc);
  expect(sent(utc, '2026-12-01T10:00', localFromUtc(utc))).toBe(utc);
});

it('sends what is typed in the zone of the viewer', () => {
  expect(localFromUtc('2026-10-25T01:30')).toBe('2026-10-25T02:30');
  expect(sent('2026-10-25T01:30', '2026-10-25T12:00')).toBe('2026-10-25T11:00');
  expect(sent('2026-10-25T01:30', '')).toBe('');
});

it.each(['2026-11-21T18:30', '2026-07-01T00:00', '1999-12-31T23:59'])('%s goes there and back', (utc) => {
  expect(utcFromLocal(localFromUtc(utc))).toBe(utc);
});

it.each(['', 'tomorrow', '2026-13-40T99:99'])('leaves %j for the server to check', (text) => {
  expect(localFromUtc(text)).toBe(text);
  expect(utcFromLocal(text)).toBe(text);
});
