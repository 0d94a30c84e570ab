import type { Coverage, CoverageStatus } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { isWhole, summarise } from './coverage-words.js';

const of = (...statuses: CoverageStatus[]): Coverage[] =>
  statuses.map((status, n) => ({ collection: `c${n.toString()}`, engine: 'embedded', status, ms: 1, candidates: 0, lanes: {} }));

describe('coverage in a line', () => {
  it('counts what was searched first, then what was not, by kind', () => {
    expect(summarise(of('incompatible', 'searched', 'timed_out', 'searched'))).toBe('2 searched, 1 timed out, 1 incompatible');
    expect(summarise([])).toBe('no collections');
  });

  it('is whole only when every asked collection answered in full', () => {
    expect(isWhole(of('searched', 'not_selected'))).toBe(true);
    expect(isWhole(of('searched', 'partial'))).toBe(false);
  });
});
