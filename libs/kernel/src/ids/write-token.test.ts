import { describe, expect, it } from 'vitest';
import { formatWriteToken, mergeWriteTokens, parseWriteToken } from './write-token.js';

const marks = { collections: { notes: 1_790_000_000_000, 'wiki.é': 3 }, sources: { 'a-source': 2 } };

describe('a write token', () => {
  it('comes back as it was written, and can stand in an address or a list', () => {
    const token = formatWriteToken(marks);
    expect(parseWriteToken(token)).toEqual(marks);
    expect(encodeURIComponent(token)).toBe(token);
    expect(token).not.toContain(',');
  });

  it('is refused when any character of it was changed', () => {
    const token = formatWriteToken(marks);
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(() => parseWriteToken(changed), changed).toThrow(expect.objectContaining({ code: 'TOKEN.INVALID' }));
    }
  });

  it.each(['', 'w1', 'w1..', 'notes', `${formatWriteToken(marks)}x`, formatWriteToken(marks).slice(0, -1)])('is not %j', (text) => {
    expect(() => parseWriteToken(text)).toThrow(expect.objectContaining({ code: 'TOKEN.INVALID' }));
  });

  it('merges with others to the furthest mark of each', () => {
    const merged = mergeWriteTokens([
      formatWriteToken({ collections: { notes: 5, wiki: 9 } }),
      formatWriteToken({ collections: { notes: 7 }, sources: { s: 1 } }),
      formatWriteToken({ sources: { s: 4 } }),
    ]);
    expect(parseWriteToken(merged ?? '')).toEqual({ collections: { notes: 7, wiki: 9 }, sources: { s: 4 } });
    expect(mergeWriteTokens([])).toBeUndefined();
  });
});
