import { encodeDocumentKey } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { normaliseUri } from './resource-uri.js';

it.each(['plain.md', 'a b/Größe.md', 'C:\\x#y', '100%', '%41', '100%25', 'a:b#c%d\ne', '日本/x'])(
  'finds the address of %j again after a client URL-encoded it',
  (raw) => {
    const stored = `tributary://notes/${encodeDocumentKey(raw)}`;
    expect(normaliseUri(stored)).toBe(stored);
    // A client may encode everything but the escapes that are there already.
    const sent = stored.replace(/[^A-Za-z0-9:/%._-]/gu, (character) => encodeURIComponent(character));
    expect(normaliseUri(sent)).toBe(stored);
  },
);

it('leaves escapes that are no UTF-8 as they are', () => {
  expect(normaliseUri('tributary://notes/a%FFb')).toBe('tributary://notes/a%FFb');
});
