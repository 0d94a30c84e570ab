import { describe, expect, it } from 'vitest';
import { termId } from './term-id.js';

describe('termId', () => {
  it('is the absolute value of the signed murmur3-32 hash with seed 0', () => {
    // Published vectors of MurmurHash3_x86_32: 0xba6bd213, 0xc0363e43, 0x2e4ff723.
    expect(termId('')).toBe(0);
    expect(termId('test')).toBe(Math.abs(0xba6bd213 | 0));
    expect(termId('Hello, world!')).toBe(Math.abs(0xc0363e43 | 0));
    expect(termId('The quick brown fox jumps over the lazy dog')).toBe(0x2e4ff723);
  });

  it('hashes the UTF-8 bytes of letters outside ASCII and of long terms', () => {
    expect(termId('世界')).toBe(1974475094);
    expect(termId('x'.repeat(5000))).toBe(termId('x'.repeat(5000)));
    expect(termId('x'.repeat(5000))).not.toBe(termId('x'.repeat(4999)));
  });
});
