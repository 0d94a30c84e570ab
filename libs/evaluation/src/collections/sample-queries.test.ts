import { describe, expect, it } from 'vitest';
import type { EvaluationSet } from './evaluation-set.js';
import { sampleQueries } from './sample-queries.js';

const queries = Array.from({ length: 10 }, (_, at) => ({ id: at.toString(), text: `question ${at.toString()}` }));
const set: EvaluationSet = { name: 'ten', documents: [], queries, damaged: queries, judgments: new Map() };

describe('a sample of the queries', () => {
  it('is spread evenly, the damaged ones with their own', () => {
    const { queries: kept, damaged } = sampleQueries(set, 4);
    expect(kept.map(({ id }) => id)).toEqual(['2', '4', '7', '9']);
    expect(damaged).toEqual(kept);
  });

  it('leaves a query without a damaged one where it has none', () => {
    const { damaged } = sampleQueries({ ...set, damaged: queries.filter(({ id }) => id !== '3') }, 4);
    expect(damaged.map(({ id }) => id)).toEqual(['2', '4', '7', '9']);
  });

  it('is the whole set where it has no more, and without damaged ones where there are none', () => {
    expect(sampleQueries(set, 10)).toBe(set);
    expect(sampleQueries({ ...set, damaged: [] }, 3).damaged).toEqual([]);
  });
});
