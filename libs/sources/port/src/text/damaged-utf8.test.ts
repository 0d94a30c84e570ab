import { expect, it } from 'vitest';
import { decodeDamagedUtf8 } from './damaged-utf8.js';

const cutOff = (text: string, bytes: number) => Buffer.from(text).subarray(0, -bytes);
const EUC_KR = Uint8Array.of(0xb0, 0xa1, 0xb3, 0xaa);

it.each([
  ['one other character and half an emoji', cutOff('Müller sagt 🎉', 2), 'Müller sagt \ufffd'],
  ['two other characters and the first byte of one', cutOff('Müller grüßt 日', 2), 'Müller grüßt \ufffd'],
  ['half an emoji alone', cutOff('Done 🎉', 1), 'Done \ufffd'],
  ['half a sign alone', cutOff('Done 日', 1), 'Done \ufffd'],
  ['two whole characters and a stray byte', Buffer.concat([Buffer.from('Größe, Maß'), Uint8Array.of(0xe9, 0x2e)]), 'Größe, Maß\ufffd.'],
])('a text with %s is UTF-8', (_, bytes, text) => {
  expect(decodeDamagedUtf8(bytes)).toEqual({ text, damaged: 1 });
});

it.each([
  ['a last letter of Latin-1', Buffer.from('un café', 'latin1')],
  ['letters of Latin-1', Buffer.from('größer war er früher', 'latin1')],
  ['as much whole as damaged', Buffer.concat([Buffer.from('Maß'), Uint8Array.of(0xe9, 0x2e)])],
  ['letters of EUC-KR', EUC_KR],
])('a text with %s is none', (_, bytes) => {
  expect(decodeDamagedUtf8(bytes)).toBeUndefined();
});

it('where as much is whole as is damaged, what was declared decides', () => {
  expect(decodeDamagedUtf8(Buffer.concat([Buffer.from('Maß'), Uint8Array.of(0xe9, 0x2e)]), { isDeclared: true })?.text).toBe('Maß\ufffd.');
  expect(decodeDamagedUtf8(EUC_KR, { isDeclared: true })).toBeUndefined();
});
