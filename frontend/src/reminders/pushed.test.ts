import { expect, it, vi } from 'vitest';
import { open, pageAt, shownOf } from './pushed';

it('shows what the message says, and that there is something where it cannot be read', () => {
  const told = { title: 'Today’s deals are there.', body: 'New cards.', path: '/c/x', tag: 'reminder-1' };
  const { title, options } = shownOf(() => told);
  expect({ title, body: options.body, path: options.data, tag: options.tag }).toEqual(told);
  for (const read of [() => null, () => 'x', () => ({ title: 1 }), () => JSON.parse('{') as unknown])
    expect(shownOf(read)).toMatchObject({ title: 'Evendeal', options: { data: '/' } });
});

it.each([
  ['/c/x?y=1', 'https://cards.example/c/x?y=1'],
  ['//other.example/', 'https://cards.example/'],
  ['javascript:alert(1)', 'https://cards.example/'],
  [null, 'https://cards.example/'],
])('a press on %s leads to %s', (path, page) => {
  expect(pageAt(path, 'https://cards.example')).toBe(page);
});

it('goes to the tab that has the page, or opens one', async () => {
  const tab = { url: 'https://cards.example/', focus: vi.fn(() => Promise.resolve()) };
  const tabs = { matchAll: () => Promise.resolve([tab]), openWindow: vi.fn(() => Promise.resolve()) };
  await open(tab.url, tabs);
  expect([tab.focus.mock.calls.length, tabs.openWindow.mock.calls.length]).toEqual([1, 0]);
  await open('https://cards.example/c/x', tabs);
  expect(tabs.openWindow).toHaveBeenCalledWith('https://cards.example/c/x');
});
