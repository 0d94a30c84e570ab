import { describe, expect, it } from 'vitest';
import { namedPaths } from './named-paths.js';

describe('a path in a query', () => {
  it.each([
    ['src/retry.ts', 'src/retry.ts', undefined],
    ['./src/retry.ts:12', 'src/retry.ts', 12],
    ['../src/retry.ts:12:5', 'src/retry.ts', 12],
    ['/srv/ada/code/src/retry.ts:12-20', 'srv/ada/code/src/retry.ts', 12],
    ['C:\\code\\src\\retry.ts', 'code/src/retry.ts', undefined],
    ['.\\src\\retry.ts(12,5)', 'src/retry.ts', 12],
    ['(src/retry.ts:12)', 'src/retry.ts', 12],
    ['src/retry.ts#L12-L20', 'src/retry.ts', 12],
    ['`retry.ts`', 'retry.ts', undefined],
    ['"notes/plan 2024.md"', 'notes/plan 2024.md', undefined],
    ['Rechnungen 2024/März.ods', 'Rechnungen 2024/März.ods', undefined],
    ['Makefile', 'Makefile', undefined],
    ['.gitignore', '.gitignore', undefined],
    ['src/', 'src', undefined],
  ])('may be all of it: %s', (query, path, line) => {
    expect(namedPaths(query)[0]).toEqual({ isAll: true, path, ...(line === undefined ? {} : { line }) });
  });

  it('may be one of its words', () => {
    expect(namedPaths('Why does src/retry.ts:7 call ./lib/clock.ts, and what does README.md say?')).toMatchObject([
      { path: 'src/retry.ts', line: 7, isAll: false },
      { path: 'lib/clock.ts', isAll: false },
      { path: 'README.md', isAll: false },
    ]);
  });

  it('may be its last word, or with blanks all of it', () => {
    expect(namedPaths('what is in README.md')).toMatchObject([
      { path: 'what is in README.md', isAll: true },
      { path: 'README.md', isAll: false },
    ]);
  });

  it.each(['how to retry a request', 'version 1.2.3', 'and 3.5 apples', 'https://example.com/src/a.ts', 'the end. And more', ''])(
    'is none of %j',
    (query) => {
      expect(namedPaths(query)).toEqual([]);
    },
  );

  it('is one of eight at most, and no longer than paths are', () => {
    const many = Array.from({ length: 20 }, (_, n) => `src/a${n.toString()}.ts`).join(' ');
    expect(namedPaths(many)).toHaveLength(8);
    expect(namedPaths('a/'.repeat(3000))).toEqual([]);
    expect(namedPaths(`see ${'a/'.repeat(300)}b.ts`)).toEqual([]);
  });
});
