import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractHtml } from '../html/extract-html.js';
import { decodeBytes } from './decode-bytes.js';

/** 「港の灯台」 in ISO-2022-JP. */
const HARBOUR = '\u001b$B9A$NEtBf\u001b(B';
const bytes = (text: string) => new TextEncoder().encode(text);

it.each(['iso-2022-jp', 'ISO-2022-JP', 'csISO2022JP'])(
  'a text that declares %s is decoded so, although its bytes are valid UTF-8',
  (declared) => {
    expect(decodeBytes(bytes(`Port: ${HARBOUR}.`), declared)).toEqual({ text: 'Port: 港の灯台.', encoding: 'iso-2022-jp', damaged: 0 });
  },
);

it('without an escape it is the ASCII it looks like, and a wrong declaration does not hide UTF-8', () => {
  expect(decodeBytes(bytes('Port.'), 'iso-2022-jp')).toEqual({ text: 'Port.', encoding: 'utf-8', damaged: 0 });
  expect(decodeBytes(bytes('Größe'), 'iso-8859-1')).toEqual({ text: 'Größe', encoding: 'utf-8', damaged: 0 });
});

it('a page names it in its head', () => {
  const html = `<html><head><meta charset="iso-2022-jp"><title>Port</title></head><body><p>${HARBOUR}</p></body></html>`;
  const { text, notes } = extractHtml({ name: 'port.html', bytes: bytes(html) }, DEFAULT_BUDGETS);
  expect(text).toContain('港の灯台');
  expect(notes).toEqual(['Read as iso-2022-jp.']);
});

const STRAY = Uint8Array.of(0xe9);
const joined = (...parts: readonly (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

it.each([
  ['a stray byte', joined('Größe, Straße ', STRAY, ' und “Maß”'), 'Größe, Straße \ufffd und “Maß”'],
  ['a character that is cut off', joined('Release notes 🎉 café naïve ü').subarray(0, -1), 'Release notes 🎉 café naïve \ufffd'],
  ['half an emoji', joined('Release notes 🎉 café über ', Buffer.from('🎉').subarray(0, 2)), 'Release notes 🎉 café über \ufffd'],
  ['one whole character and half an emoji', joined('Müller sagt ', Buffer.from('🎉').subarray(0, 2)), 'Müller sagt \ufffd'],
  ['half a sign', joined('日本語の文書。', Buffer.from('日').subarray(0, 2)), '日本語の文書。\ufffd'],
])('UTF-8 with %s stays UTF-8', (_, cut, text) => {
  const decoded = decodeBytes(cut);
  expect([decoded?.encoding, decoded?.text.trim()]).toEqual(['utf-8', text]);
});

it('where as much is whole as is damaged, what was declared decides', () => {
  const page = joined('café ', STRAY);
  expect(decodeBytes(page, 'utf-8')).toEqual({ text: 'café \ufffd', encoding: 'utf-8', damaged: 1 });
  expect(decodeBytes(page)?.encoding).not.toBe('utf-8');
});

it('Latin-1 is no UTF-8, whatever it declares', () => {
  const page = Buffer.from('Der Hafen ist größer, als er früher war: das Feuer führt hinein.', 'latin1');
  for (const declared of ['utf-8', undefined]) expect(decodeBytes(page, declared)?.text).toContain('größer, als er früher');
});

it('a page says what was lost', () => {
  const html = joined(
    '<html><head><meta charset="utf-8"><title>Größenliste</title></head><body><p>Größe ',
    STRAY,
    ' Straße</p></body></html>',
  );
  const { text, notes } = extractHtml({ name: 'list.html', bytes: html }, DEFAULT_BUDGETS);
  expect(text).toBe('# Größenliste\n\nGröße \ufffd Straße');
  expect(notes).toEqual(['1 character is not valid utf-8 and was replaced.']);
});
