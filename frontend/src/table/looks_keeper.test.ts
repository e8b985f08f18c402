import { expect, it, vi } from 'vitest';
import { read, type Looks } from './looks';
import { LooksKeeper } from './looks_keeper';

const { waiting: _, ...USUAL } = read('{}');

function shelf() {
  const all = new Map<string, string>();
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
  };
}

function opened(chosen: string | undefined, one = shelf(), tell = vi.fn((_: Looks) => Promise.resolve())) {
  const keeper = new LooksKeeper({ chosen, tell }, () => one);
  const change = (changes: Partial<Looks>) => keeper.change({ ...keeper.begun, ...changes });
  return { one, tell, change, begun: keeper.begun };
}

it('is this browser’s own without a player, and nobody is told', () => {
  const first = opened(undefined);
  first.change({ sound: true });
  expect(opened(undefined, first.one, first.tell).begun).toEqual({ ...USUAL, sound: true });
  expect(first.tell).not.toHaveBeenCalled();
});

it('goes with who gets a name, if they have chosen nothing', () => {
  const stranger = opened(undefined);
  stranger.change({ four_colours: true, speed: 'fast' });
  const named = opened('null', stranger.one);
  expect(named.begun).toEqual({ ...USUAL, four_colours: true, speed: 'fast' });
  expect(named.tell.mock.calls).toEqual([[named.begun]]);
});

it('tells nobody’s usual look', () => {
  const named = opened('null');
  expect(named.begun).toEqual(USUAL);
  expect(named.tell).not.toHaveBeenCalled();
});

it('is the player’s on another device, whatever that had', () => {
  const stranger = opened(undefined);
  stranger.change({ sound: true });
  const device = opened('{"four_colours":true,"speed":"at_once","later":1}', stranger.one);
  expect(device.begun).toEqual({ ...USUAL, four_colours: true, speed: 'at_once' });
  expect(device.tell).not.toHaveBeenCalled();
  expect(opened(undefined, stranger.one).begun).toEqual(device.begun);
});

it('waits here without a network, and is told when there is one', async () => {
  const away = opened('{}', shelf(), vi.fn((_: Looks) => Promise.reject(new TypeError())));
  away.change({ tap_plays: true });
  await vi.waitFor(() => expect(away.tell).toHaveBeenCalledOnce());
  const back = opened('{"sound":true}', away.one);
  expect(back.begun).toEqual({ ...USUAL, tap_plays: true });
  expect(back.tell.mock.calls).toEqual([[back.begun]]);
  await vi.waitFor(() => expect(opened('{"sound":true}', away.one).begun).toEqual({ ...USUAL, sound: true }));
});

it('tells one change after the other, so that the last one holds', async () => {
  const answers: (() => void)[] = [];
  const page = opened('{}', shelf(), vi.fn((_: Looks) => new Promise<void>((done) => void answers.push(done))));
  page.change({ sound: true });
  page.change({ sound: false });
  expect(page.tell).toHaveBeenCalledOnce();
  answers[0]!();
  await vi.waitFor(() => expect(page.tell).toHaveBeenLastCalledWith(USUAL));
});
