import { describe, expect, it } from 'vitest';
import { decodeDocumentKey, encodeDocumentKey, formatDocumentUri, parseDocumentUri } from './document-uri.js';

describe('document addresses', () => {
  it('writes and reads a chunk address', () => {
    const uri = formatDocumentUri({ collection: 'notes', key: 'vault/a b.md', chunk: 3 });
    expect(uri).toBe('tributary://notes/vault/a b.md#3');
    expect(parseDocumentUri(uri)).toEqual({ collection: 'notes', key: 'vault/a b.md', chunk: 3 });
  });

  it.each(['', 'notes/a', 'tributary://', 'tributary://notes', 'tributary://notes/', 'http://notes/a'])('refuses %j', (uri) => {
    expect(() => parseDocumentUri(uri)).toThrow(expect.objectContaining({ code: 'URI.INVALID' }));
  });

  it('encodes what would break a key and gives the text back', () => {
    const raw = 'a:b#c%d\ne\u00e9';
    const key = encodeDocumentKey(raw);
    expect(key).toBe('a%3Ab%23c%25d%0Ae\u00e9');
    expect(decodeDocumentKey(key)).toBe(raw);
  });
});
