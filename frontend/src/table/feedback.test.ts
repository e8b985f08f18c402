import { describe, expect, it } from 'vitest';
import { give, vibrates, type FeedbackDevice, type Happening } from './feedback';

const HAPPENINGS: Happening[] = ['moved', 'refused', 'won', 'good', 'usual', 'poor'];

function recorder() {
  const done: string[] = [];
  const device: FeedbackDevice = {
    play: (notes) => void done.push(`played ${notes.length}`),
    vibrate: (pattern) => void done.push(`vibrated ${pattern.length}`),
  };
  return { done, device };
}

describe.each(HAPPENINGS)('%s', (happening) => {
  it('is silent and still unless the player wants it', () => {
    const { done, device } = recorder();
    give(happening, { sound: false, vibration: false }, device);
    expect(done).toEqual([]);
  });

  it('is heard, felt, or both', () => {
    const { done, device } = recorder();
    give(happening, { sound: true, vibration: false }, device);
    give(happening, { sound: false, vibration: true }, device);
    give(happening, { sound: true, vibration: true }, device);
    expect(done.map((each) => each.split(' ')[0])).toEqual(['played', 'vibrated', 'played', 'vibrated']);
  });
});

it('never stops play', () => {
  const broken = (): never => {
    throw new Error('no sound card');
  };
  expect(() => give('moved', { sound: true, vibration: true }, { play: broken, vibrate: broken })).not.toThrow();
  expect(() => give('moved', { sound: true, vibration: true })).not.toThrow();
});

it('knows whether a device could vibrate', () => {
  expect(vibrates({})).toBe(false);
  expect(vibrates({ vibrate: () => true })).toBe(true);
});
