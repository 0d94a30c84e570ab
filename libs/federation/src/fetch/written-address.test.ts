import { describe, expect, it } from 'vitest';
import { readWrittenAddress } from './written-address.js';

describe('what is written to mean a document', () => {
  it.each([
    ['src/retry.ts', 'src/retry.ts', undefined],
    ['./src/retry.ts', 'src/retry.ts', undefined],
    ['../../src/retry.ts:12', 'src/retry.ts', { start: 12 }],
    ['/srv/ada/src/retry.ts:12:5', 'srv/ada/src/retry.ts', { start: 12 }],
    ['/srv/ada/src/retry.ts:12-20', 'srv/ada/src/retry.ts', { start: 12, end: 20 }],
    ['src/retry.ts#L12', 'src/retry.ts', { start: 12 }],
    ['src/retry.ts#L12-L20', 'src/retry.ts', { start: 12, end: 20 }],
    ['src/retry.ts#L12C3-L20C1', 'src/retry.ts', { start: 12, end: 20 }],
    ['src\\retry.ts(12,5)', 'src/retry.ts', { start: 12 }],
    ['C:\\code\\src\\retry.ts', 'code/src/retry.ts', undefined],
    ['file:///C:/code/src/retry.ts', 'code/src/retry.ts', undefined],
    ['file:///srv/my%20notes/a%23b.md#L3', 'srv/my notes/a#b.md', { start: 3 }],
    ['file://localhost/srv/100%.md', 'srv/100%.md', undefined],
    ['notes/plan (2024).md', 'notes/plan (2024).md', undefined],
    ['README.md', 'README.md', undefined],
    ['.gitignore', '.gitignore', undefined],
  ])('may be a path: %s', (written, path, lines) => {
    expect(readWrittenAddress(written)).toEqual({ path, ...(lines === undefined ? {} : { lines }) });
  });

  it('may be an address, also one with lines', () => {
    expect(readWrittenAddress('tributary://code/src/a.ts#2')).toEqual({
      address: { collection: 'code', key: 'src/a.ts', chunk: 2 },
      path: 'src/a.ts',
      exact: 'src/a.ts',
    });
    expect(readWrittenAddress('tributary://code/src/a.ts:3-4')).toMatchObject({ path: 'src/a.ts', lines: { start: 3, end: 4 } });
    expect(readWrittenAddress('tributary://code/src/a.ts#L3')).toMatchObject({ path: 'src/a.ts', exact: 'src/a.ts', lines: { start: 3 } });
    const ticket = readWrittenAddress('tributary://web/ticket:1');
    expect([ticket.path, ticket.exact]).toEqual(['ticket', undefined]);
  });

  it.each(['https://example.org/a.md', 'tributary://code', 'tributary://'])('is not %s', (written) => {
    expect(() => readWrittenAddress(written)).toThrow(/^Not a document address/);
  });
});
