import { describe, expect, it } from 'vitest';
import { begin, follow } from './identity';

const D = '??';

describe('from one view to the next', () => {
  it('a card that is carried is the same card', () => {
    const before = begin({ 1: [D, '7H'], 2: ['8S'] });
    const after = follow(before, { 1: ['5C'], 2: ['8S', '7H'] });
    expect(after.ids[2]).toEqual([before.ids[2]![0], before.ids[1]![1]]);
  });

  it('a card that is turned up where it lay is the one that lay there', () => {
    const before = begin({ 1: [D, D, '7H'], 2: ['8S'], stock: [D, D] });
    const after = follow(before, { 1: [D, '5C'], 2: ['8S', '7H'], stock: [D, D] });
    expect(after.ids[1]).toEqual(before.ids[1]!.slice(0, 2));
    expect(after.ids['stock']).toEqual(before.ids['stock']);
  });

  it('a card that is turned from the stock is the uppermost of it', () => {
    const before = begin({ stock: [D, D, D], waste: ['2C'] });
    const after = follow(before, { stock: [D, D], waste: ['2C', '9H'] });
    expect(after.ids['waste']).toEqual([before.ids['waste']![0], before.ids['stock']![2]]);
  });

  it('the cards of a new round come from the top of the stock, in the order in which they are laid', () => {
    const before = begin({ nw: ['QH'], n: [D], ne: ['6H'], stock: [D, D, D, D] });
    const after = follow(before, { nw: ['QH', '2S'], n: [D, D], ne: ['6H', '3S'], stock: [D] });
    const [last, third, second, first] = before.ids['stock']!;
    expect(after.ids['stock']).toEqual([last]);
    expect(new Set([after.ids['nw']![1], after.ids['n']![1], after.ids['ne']![1]])).toEqual(
      new Set([first, second, third]),
    );
    expect(after.ids['nw']![1]).toBe(first);
  });

  it('a waste that is turned over is the stock the other way round', () => {
    const before = begin({ stock: [], waste: ['2C', '9H', 'KD'] });
    const after = follow(before, { stock: [D, D, D], waste: [] });
    expect(after.ids['stock']).toEqual([...before.ids['waste']!].reverse());
  });

  it('a card that is pulled leaves its stack one shorter', () => {
    const before = begin({ 5: [D, D, D, '9H'], pulled: [], stock: [D] });
    const after = follow(before, { 5: [D, D, '9H'], pulled: ['5D'], stock: [D] });
    expect(after.ids['pulled']).toEqual([before.ids[5]![2]]);
    expect(after.ids[5]![2]).toBe(before.ids[5]![3]);
    expect(after.ids['stock']).toEqual(before.ids['stock']);
  });

  it('a move that is taken back sends the cards home, face down where they were', () => {
    const before = begin({ 1: [D, '7H'], 2: [D, '7C'], discard: [] });
    const played = follow(before, { 1: ['9D'], 2: ['TS'], discard: ['7H', '7C'] });
    expect(follow(played, { 1: [D, '7H'], 2: [D, '7C'], discard: [] }).ids).toEqual(before.ids);
  });

  it('never gives two cards one number, whatever the views are', () => {
    const views = [
      { a: ['X1', D, D], b: [] },
      { a: [D], b: ['X2', '2C', '3C', D] },
      { c: ['2C'], a: [D, D, D, D, D, D] },
      { a: [], b: [], c: [] },
      { a: ['X1', 'X2'], b: [D] },
    ];
    let traced = begin(views[0]!);
    for (const view of views) {
      traced = follow(traced, view);
      const ids = Object.values(traced.ids).flat();
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(Object.values(view).flat().length);
    }
  });
});
