/** Sounds and vibration for events at the table. Both are off unless the player chose them. */

export type Happening = 'moved' | 'refused' | 'won' | 'good' | 'usual' | 'poor';

interface Wishes {
  sound: boolean;
  vibration: boolean;
}

/** `at`: when the note begins, in seconds from the event. `lasts`: its length in seconds. */
interface Note {
  hertz: number;
  at: number;
  lasts: number;
}

export interface FeedbackDevice {
  play(notes: readonly Note[]): void;
  vibrate(pattern: readonly number[]): void;
}

const NOTES: Record<Happening, readonly Note[]> = {
  moved: [{ hertz: 320, at: 0, lasts: 0.05 }],
  refused: [
    { hertz: 196, at: 0, lasts: 0.09 },
    { hertz: 165, at: 0.11, lasts: 0.12 },
  ],
  won: [523, 659, 784, 1047].map((hertz, nth) => ({ hertz, at: nth * 0.13, lasts: 0.28 })),
  good: [523, 659, 784].map((hertz, nth) => ({ hertz, at: nth * 0.13, lasts: 0.25 })),
  usual: [{ hertz: 262, at: 0, lasts: 0.35 }],
  poor: [
    { hertz: 220, at: 0, lasts: 0.2 },
    { hertz: 175, at: 0.18, lasts: 0.4 },
  ],
};

/** Milliseconds of vibration and of rest, in turn. */
const PATTERNS: Record<Happening, readonly number[]> = {
  moved: [12],
  refused: [30, 40, 30],
  won: [40, 60, 40, 60, 120],
  good: [40, 60, 80],
  usual: [60],
  poor: [90],
};

/**
 * Play the sound and the vibration of an event, as the player wishes. If the device cannot, play goes on without them.
 */
export function give(happening: Happening, wishes: Wishes, device: FeedbackDevice = BROWSER): void {
  try {
    if (wishes.sound) device.play(NOTES[happening]);
    if (wishes.vibration) device.vibrate(PATTERNS[happening]);
  } catch {
    // There is no sound card, or the browser allows no sound or vibration.
  }
}

/** Whether the browser has a function for vibration. The device may still be unable to vibrate. */
export function vibrates(browser: Partial<Navigator> = navigator): boolean {
  return typeof browser.vibrate === 'function';
}

let context: AudioContext | undefined;

const BROWSER: FeedbackDevice = {
  play(notes) {
    context ??= new AudioContext();
    // Browsers suspend sound until the player has tapped the page or pressed a key. A player who makes a move does
    // one of the two, so the sound may now go on.
    if (context.state === 'suspended') void context.resume();
    for (const note of notes) sound(context, note);
  },
  vibrate(pattern) {
    if (vibrates()) navigator.vibrate([...pattern]);
  },
};

function sound(context: AudioContext, { hertz, at, lasts }: Note): void {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.12, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + lasts);
}
