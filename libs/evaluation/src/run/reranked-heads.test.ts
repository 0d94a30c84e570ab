import type { RerankedHead } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { countHeads, requireReranked } from './reranked-heads.js';

const head = (scored: number, { documents = 50, ...why }: Partial<RerankedHead> = {}): RerankedHead => ({
  by: 'cross',
  documents,
  scored,
  ...why,
});

describe('how far a reranker got', () => {
  it('is counted by query, and by document on the mean', () => {
    expect(countHeads([head(50), head(20, { documents: 20 }), head(36), head(0)])).toEqual({
      whole: 2,
      in_part: 1,
      not_at_all: 1,
      documents: 42.5,
      scored: 26.5,
    });
    expect(countHeads([])).toEqual({ whole: 0, in_part: 0, not_at_all: 0, documents: 0, scored: 0 });
  });

  it('is measured as soon as one document of one query was scored', () => {
    expect(() => {
      requireReranked([head(0, { code: 'SEARCH.LATE' }), head(1), head(0)]);
    }).not.toThrow();
  });

  it.each([
    { code: 'SEARCH.LATE', next: 'Give it longer in rerankers.<name>.wait_ms, up to 20,000 ms.' },
    { code: 'RERANKER.SAME_MODEL', next: 'Measure collections of another model (--model), or another reranker (default_reranker).' },
    { code: 'RERANKER.UNAVAILABLE', next: 'Mend it and ask again, or name another reranker in default_reranker.' },
  ])('is no figure where nothing was scored: $code', ({ code, next }) => {
    const heads = [head(0, { code, reason: 'The first cause.' }), head(0, { code: 'RERANKER.CIRCUIT_OPEN', reason: 'It rests.' })];
    expect(() => {
      requireReranked(heads);
    }).toThrow(`Not one query was reranked. The first cause. ${next}`);
  });

  it('is no figure where there was nothing to reorder', () => {
    expect(() => {
      requireReranked([]);
    }).toThrow('No answer held two documents to reorder.');
  });
});
