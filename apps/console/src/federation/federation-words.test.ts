import type { Coverage } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { contributionsOf, effectOf, labelOf } from './federation-words.js';

const coverage = (collection: string, candidates: number): Coverage => ({
  collection,
  engine: 'main',
  status: 'searched',
  ms: 1,
  candidates,
  lanes: {},
});

describe('one answer in words', () => {
  it('says what each step dropped and moved', () => {
    expect(effectOf({ step: 'collapse', left: 3, dropped: 2, moved: 0 })).toBe('dropped 2');
    expect(effectOf({ step: 'rerank', left: 3, dropped: 0, moved: 3, by: 'model' })).toBe('moved 3');
    expect(effectOf({ step: 'per_document', left: 3, dropped: 0, moved: 0 })).toBe('changed nothing');
    expect(labelOf({ step: 'rerank', left: 3, dropped: 0, moved: 3, by: 'model' })).toBe('Rerank (model)');
  });

  it('counts what each collection brought, the one with most hits first; what brought nothing is left out', () => {
    const hits = [
      { collection: 'b', relevance: 0.75 },
      { collection: 'b', relevance: 0.5 },
      { collection: 'a', relevance: 0.5 },
    ];
    expect(contributionsOf([coverage('a', 9), coverage('b', 4), coverage('c', 0)], hits)).toEqual([
      { collection: 'b', candidates: 4, hits: 2, relevance: 1.25 },
      { collection: 'a', candidates: 9, hits: 1, relevance: 0.5 },
    ]);
  });
});
