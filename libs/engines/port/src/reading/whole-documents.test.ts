import { describe, expect, it } from 'vitest';
import { isWholeVersion, onlyNewestVersions } from './whole-documents.js';

type Place = readonly [docId: string, docVersion: number, chunkIndex: number, totalChunks?: number];
const chunk = (...[docId, docVersion, chunkIndex, totalChunks = 3]: Place) => ({ docId, docVersion, chunkIndex, totalChunks });

describe('onlyNewestVersions', () => {
  it('keeps chunks of the newest version of each document', () => {
    const chunks = [chunk('a', 1, 0), chunk('a', 2, 1), chunk('b', 1, 2), chunk('a', 2, 0)];
    expect(onlyNewestVersions(chunks)).toEqual([chunk('a', 2, 1), chunk('b', 1, 2), chunk('a', 2, 0)]);
  });

  it('drops chunks beyond the end of a shorter new version', () => {
    expect(onlyNewestVersions([chunk('a', 2, 4, 3), chunk('a', 2, 2, 3)])).toEqual([chunk('a', 2, 2, 3)]);
  });
});

describe('isWholeVersion', () => {
  it('wants every chunk of one version, in order', () => {
    expect(isWholeVersion([0, 1, 2].map((n) => chunk('a', 1, n)))).toBe(true);
    expect(isWholeVersion([0, 1].map((n) => chunk('a', 1, n)))).toBe(false);
    expect(isWholeVersion([chunk('a', 1, 0), chunk('a', 2, 1), chunk('a', 1, 2)])).toBe(false);
    expect(isWholeVersion([0, 1, 2].map((n) => chunk('a', 1, n, n + 1)))).toBe(false);
    expect(isWholeVersion([])).toBe(false);
  });
});
