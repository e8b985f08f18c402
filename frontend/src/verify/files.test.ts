import { expect, it } from 'vitest';
import { textIn } from './files';
import { receiptIn } from './receipt';

const LOG = '{"player": "Zoë 🂡"}';

function utf16(text: string, little: boolean): ArrayBuffer {
  const data = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) data.setUint16(2 * at, text.charCodeAt(at), little);
  return data.buffer;
}

function utf8(text: string): ArrayBuffer {
  return Uint8Array.from(new TextEncoder().encode(text)).buffer;
}

it('reads a file in the encoding that its byte order mark tells', () => {
  for (const file of [utf8(LOG), utf8(`\uFEFF${LOG}`), utf16(`\uFEFF${LOG}`, true), utf16(`\uFEFF${LOG}`, false)]) {
    expect(textIn(file)).toBe(LOG);
  }
  expect(textIn(new ArrayBuffer(0))).toBe('');
});

it('reads nothing that is no text', () => {
  expect(() => textIn(Uint8Array.of(0x7b, 0xff, 0x7d).buffer)).toThrow();
});

it('takes a receipt that is pasted with its mark', () => {
  expect(receiptIn('\uFEFF{"receipt": {}}')).toEqual({ receipt: {} });
});
