import { expect, it } from 'vitest';
import { documentHash } from './document-hash.js';

it('changes with the text and with every stored field', () => {
  const base = documentHash('text', { title: 'T' });
  const others = [
    documentHash('texts', { title: 'T' }),
    documentHash('text', { title: 'U' }),
    documentHash('text', { path: 'T' }),
    documentHash('text', { acl: [] }),
    documentHash('text', {}),
  ];
  expect(new Set([base, ...others]).size).toBe(6);
});

it('does not change with the order of metadata, nor from release to release', () => {
  const hash = documentHash('text', { metadata: { b: [1, { d: 1, c: 2 }], a: null } });
  expect(documentHash('text', { metadata: { a: null, b: [1, { c: 2, d: 1 }] } })).toBe(hash);
  expect(hash).toBe('bf13a20ff7c4a3d222769c6cb69952db8cf57132c70dfdae3ab2ea0bd880cb24');
});
