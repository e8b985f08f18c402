import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isHint, keyOf, takebackIn } from './shortcuts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false, target: null };
const pressed = (key: string, code: string, held: Partial<KeyboardEvent> = {}) =>
  ({ ...NONE, key, code, ...held }) as KeyboardEvent;
const CTRL = { ctrlKey: true };

beforeAll(() => vi.stubGlobal('HTMLElement', class {}));
afterAll(() => vi.unstubAllGlobals());

it.each([
  ['Russian', 'г', 'я', 'н', 'р'],
  ['Greek', 'θ', 'ζ', 'υ', 'η'],
  ['Arabic', 'ع', 'ئ', 'غ', 'ا'],
  ['Hebrew', 'ו', 'ז', 'ט', 'י'],
  ['Thai', 'ี', 'ผ', 'ั', '้'],
  ['Latin', 'u', 'z', 'y', 'h'],
  ['Latin with Caps Lock', 'U', 'Z', 'Y', 'H'],
])('takes back, makes again and hints on a %s layout', (_, u, z, y, h) => {
  expect(takebackIn(pressed(u, 'KeyU'))).toBe('undo');
  expect(takebackIn(pressed(z, 'KeyZ', CTRL))).toBe('undo');
  expect(takebackIn(pressed(z, 'KeyZ', { ...CTRL, shiftKey: true }))).toBe('redo');
  expect(takebackIn(pressed(y, 'KeyY', CTRL))).toBe('redo');
  expect(isHint(pressed(h, 'KeyH'))).toBe(true);
});

it('takes Latin letters as they are typed, wherever a layout has them', () => {
  // AZERTY has Z where others have W, QWERTZ has Y there, and Dvorak has a semicolon.
  expect(takebackIn(pressed('z', 'KeyW', CTRL))).toBe('undo');
  expect(takebackIn(pressed('w', 'KeyZ', CTRL))).toBeNull();
  expect(takebackIn(pressed('y', 'KeyZ', CTRL))).toBe('redo');
  expect(takebackIn(pressed(';', 'KeyZ', CTRL))).toBeNull();
  expect(takebackIn(pressed('z', 'Slash', CTRL))).toBe('undo');
  expect(isHint(pressed('ħ', 'KeyH'))).toBe(false);
});

it('leaves the names of other keys, and knows the question mark of Arabic', () => {
  expect(keyOf({ key: 'ArrowLeft', code: 'ArrowLeft' })).toBe('ArrowLeft');
  expect(keyOf({ key: ' ', code: 'Space' })).toBe(' ');
  expect(keyOf({ key: '?', code: 'KeyM' })).toBe('?');
  expect(keyOf({ key: '؟', code: 'Slash' })).toBe('?');
});
