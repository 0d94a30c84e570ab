import { describe, expect, it } from 'vitest';
import { decodeDocumentKey, encodeDocumentKey, encodingHint, formatDocumentUri, parseDocumentUri } from './document-uri.js';

describe('document addresses', () => {
  it('writes and reads a chunk address', () => {
    const uri = formatDocumentUri({ collection: 'notes', key: 'vault/a b.md', chunk: 3 });
    expect(uri).toBe('tributary://notes/vault/a b.md#3');
    expect(parseDocumentUri(uri)).toEqual({ collection: 'notes', key: 'vault/a b.md', chunk: 3 });
  });

  it.each(['', 'notes/a', 'tributary://', 'tributary://notes', 'tributary://notes/', 'http://notes/a', 'tributary://notes/#3'])(
    'refuses %j',
    (uri) => {
      expect(() => parseDocumentUri(uri)).toThrow(expect.objectContaining({ code: 'URI.INVALID' }));
    },
  );

  it('encodes what would break a key and gives the text back', () => {
    const raw = 'a:b#c%d\ne\u00e9';
    const key = encodeDocumentKey(raw);
    expect(key).toBe('a%3Ab%23c%25d%0Ae\u00e9');
    expect(decodeDocumentKey(key)).toBe(raw);
  });

  it.each([
    ['notes/Washing%20machine.md', 'notes/Washing machine.md'],
    ['%E7%BA%A2%E7%83%A7%E8%82%89.md', '红烧肉.md'],
    ['Caf%C3%A9.md', 'Café.md'],
    ['Cafe\u0301.md', 'Café.md'],
    ['a%3Ab%2523.md', 'a%3Ab%2523.md'],
    ['100%25.md', '100%25.md'],
    ['%FF.md', '%FF.md'],
    ['100% sure.md', '100%25 sure.md'],
    ['C# tips.md', 'C%23 tips.md'],
    ['a/#b/c.md', 'a/%23b/c.md'],
  ])('reads %s, as somebody may have encoded it, as %s', (written, key) => {
    expect(parseDocumentUri(`tributary://notes/${written}#2`)).toEqual({ collection: 'notes', key, chunk: 2 });
  });

  it.each([
    ['tributary://notes/Issue #12', 'tributary://notes/Issue %2312'],
    ['tributary://notes/50%20.md', 'tributary://notes/50%2520.md'],
  ])('says of %s how it is written where # and %% belong to the name', (uri, encoded) => {
    expect(encodingHint(uri)).toBe(` A # or % that belongs to a name is written %23 or %25: ${encoded}`);
    expect(parseDocumentUri(encoded).key).toBe(encoded.slice('tributary://notes/'.length));
  });

  it('says nothing of addresses without either', () => {
    expect(['tributary://notes/a b.md', 'tributary://notes/a b.md#3', 'notes/a#b'].map(encodingHint)).toEqual(['', '', '']);
  });
});
