import { expect, it } from 'vitest';
import { foreignPayload } from './foreign-payload.js';

const FIELDS = { text: 'text', source: 'source', path: 'path', metadata: '' };
const titleOf = (payload: Readonly<Record<string, unknown>>) =>
  foreignPayload({ id: '1', payload, vectors: new Map() }, 'docs', FIELDS).title;

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
