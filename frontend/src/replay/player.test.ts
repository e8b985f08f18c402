import { describe, expect, it } from 'vitest';
import { jump, moveMs, playerOf, plyIn, SPEEDS, tick, toggle } from './player';

describe('playing', () => {
  it('goes move by move to the end and stays there', () => {
    let player = toggle(playerOf([3]));
    const seen = [];
    for (let ticks = 0; ticks < 5; ticks++) {
      player = tick(player);
      seen.push([player.ply, player.playing]);
    }
    expect(seen).toEqual([[1, true], [2, true], [3, false], [3, false], [3, false]]);
  });

  it('begins anew from the end', () => {
    const player = toggle(playerOf([3], 3));
    expect([player.ply, player.playing, player.jumped]).toEqual([0, true, true]);
  });

  it('pauses where it is', () => {
    const player = toggle(tick(toggle(playerOf([3]))));
    expect([player.ply, player.playing]).toEqual([1, false]);
    expect(tick(player)).toBe(player);
  });

  it('has nothing to play of a game without a move', () => {
    expect(toggle(playerOf([0])).playing).toBe(false);
  });

  it('is as much faster as its speed says', () => {
    const player = playerOf([3]);
    expect(SPEEDS.map((speed) => moveMs(player) / moveMs({ ...player, speed }))).toEqual([0.5, 1, 2, 4]);
  });
});

describe('jumping', () => {
  it('goes no further than there are moves', () => {
    expect([-5, 2, 99].map((ply) => jump(playerOf([3]), ply).ply)).toEqual([0, 2, 3]);
    expect(playerOf([3], 99).ply).toBe(3);
  });

  it('stops what plays by itself', () => {
    expect(jump(toggle(playerOf([3])), 2).playing).toBe(false);
  });

  it('tells one move forward from everything else', () => {
    const player = playerOf([9], 4);
    expect([5, 6, 4, 3].map((ply) => jump(player, ply).jumped)).toEqual([false, true, true, true]);
  });
});

it('keeps two games in step, the shorter one at its end', () => {
  const player = playerOf([2, 5], 4);
  expect([plyIn(player, 2), plyIn(player, 5)]).toEqual([2, 4]);
  expect(player.last).toBe(5);
});
