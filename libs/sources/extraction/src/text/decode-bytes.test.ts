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
