import { expect, it } from 'vitest';
import { foreignPayload } from './foreign-payload.js';

const FIELDS = { text: 'text', source: 'source', path: 'path', metadata: '' };
const titleOf = (payload: Readonly<Record<string, unknown>>, more = {}) =>
  foreignPayload({ id: '1', payload, vectors: new Map() }, 'docs', { ...FIELDS, ...more }).title;

it('a source that names a file or a page is the title of a point without one, a kind of things is none', () => {
  expect(['handbook.pdf', 'a/b', 'C:\\notes\\x', 'https://example.org/page'].map((source) => titleOf({ source }))).toEqual([
    'handbook.pdf',
    'b',
    'x',
    'page',
  ]);
  expect(['blob', 'chat', 'wiki', 'version 1.2'].map((source) => titleOf({ source }))).toEqual(['', '', '', '']);
  expect(titleOf({ source: 'blob', path: 'LICENSE' })).toBe('LICENSE');
});

it('a source that tells documents apart is the title, whatever it is called', () => {
  const titles = ['Albert Einstein', 'src/Makefile', 'a.7z'].map((source) => titleOf({ source }, { document: 'source' }));
  expect(titles).toEqual(['Albert Einstein', 'Makefile', 'a.7z']);
  expect(titleOf({ source: 'blob', file: 'f1' }, { document: 'file' })).toBe('');
});
