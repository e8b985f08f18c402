import { afterEach, expect, it, vi } from 'vitest';
import { mount } from './countdown';

const NOW = '2026-05-01T12:00:00Z';
const HOUR = 3_600_000;

afterEach(() => vi.useRealTimers());

function counting(until: string, words: Record<string, string> = {}) {
  vi.useFakeTimers({ now: Date.parse('2001-01-01T00:00:00Z') });
  const element = { dataset: { until, now: NOW, ...words }, textContent: '', hidden: true };
  const leave = mount(element as unknown as HTMLElement);
  return { element, leave };
}

it('is a clock beside the moment, by the server', () => {
  const { element, leave } = counting('2026-05-01T13:00:01Z');
  expect([element.textContent, element.hidden]).toEqual([' (1:00:01 to go)', false]);
  vi.advanceTimersByTime(2000);
  expect(element.textContent).toBe(' (59:59 to go)');
  vi.advanceTimersByTime(HOUR);
  expect(element.textContent).toBe(' (now)');
  leave();
});

it('says in words what is left, and that nothing is', () => {
  const { element, leave } = counting('2026-05-01T15:30:00Z', { words: 'left' });
  const said = [element.textContent];
  for (const hours of [1.49, 0.5, 1.5, 0.02]) {
    vi.setSystemTime(Date.now() + hours * HOUR);
    vi.advanceTimersToNextTimer();
    said.push(element.textContent);
  }
  expect(said).toEqual(['3 hours left', '2 hours left', '90 minutes left', 'less than a minute left', 'no time left']);
  expect(vi.getTimerCount()).toBe(0);
  leave();
});

it('says in how long a round opens', () => {
  const { element, leave } = counting('2026-05-03T12:00:00Z', { words: 'opening' });
  const said = [element.textContent];
  for (const hours of [0.9, 46.59, 0.5, 0.02]) {
    vi.setSystemTime(Date.now() + hours * HOUR);
    vi.advanceTimersToNextTimer();
    said.push(element.textContent);
  }
  expect(said).toEqual(['in 2 days', 'in 47 hours', 'in 30 minutes', 'in less than a minute', 'now']);
  leave();
});

it('is right again at once after it has stood still, as in a page that was left and is come back to', () => {
  const { element, leave } = counting('2026-05-01T13:00:01Z');
  vi.setSystemTime(Date.now() + HOUR / 2);
  vi.advanceTimersToNextTimer();
  expect(element.textContent).toBe(' (30:00 to go)');
  leave();
});

it('goes on to a moment that was moved', () => {
  const { element, leave } = counting('2026-05-01T13:00:01Z');
  element.dataset.until = '2026-05-01T12:30:01Z';
  vi.advanceTimersByTime(2000);
  expect(element.textContent).toBe(' (29:59 to go)');
  leave();
});
