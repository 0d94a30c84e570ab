import { describe, expect, it } from 'vitest';
import type { EvaluationSet } from './evaluation-set.js';
import { sampleDocuments } from './sample-documents.js';

const documents = Array.from({ length: 100 }, (_, at) => ({ id: `d${at.toString()}`, title: '', text: '' }));
const queries = Array.from({ length: 20 }, (_, at) => ({ id: `q${at.toString()}`, text: '' }));
const right = (at: number) => new Map([0, 1].map((nth) => [`d${(2 * at + nth).toString()}`, 1 - 0.5 * nth]));
const judgments = new Map(queries.map(({ id }, at) => [id, right(at)]));
const set: EvaluationSet = { name: 'hundred', documents, queries, damaged: queries, judgments };

describe('a set as a small collection', () => {
  it('holds what some of its queries ask for, and others', () => {
    const sample = sampleDocuments(set, 10);
    const ids = sample.documents.map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect(sample.queries).toHaveLength(3);
    expect(sample.damaged).toEqual(sample.queries);
    const fewer = sampleDocuments({ ...set, damaged: queries.slice(1) }, 10).damaged;
    expect(fewer).toEqual(sample.queries.filter(({ id }) => id !== 'q0'));
    const asked = sample.queries.flatMap(({ id }) => [...(judgments.get(id)?.keys() ?? [])]);
    expect(asked).toHaveLength(6);
    expect(ids).toEqual(expect.arrayContaining(asked));
    expect([...sample.judgments.keys()]).toEqual(sample.queries.map(({ id }) => id));
  });

  it('leaves out what it has no room for, and judges it no more', () => {
    const many = new Map([['q0', new Map(documents.slice(0, 8).map(({ id }) => [id, 1]))]]);
    const sample = sampleDocuments(
      { ...set, documents: documents.slice(0, 12), queries: queries.slice(0, 1), damaged: [], judgments: many },
      5,
    );
    const ids = new Set(sample.documents.map(({ id }) => id));
    expect([...(sample.judgments.get('q0')?.keys() ?? [])]).toEqual(['d0', 'd1', 'd2']);
    expect(['d3', 'd4', 'd5', 'd6', 'd7'].filter((id) => ids.has(id))).toEqual([]);
    expect(ids.size).toBe(5);
  });

  it('is the whole set where it has no more, and one document where no more is asked for', () => {
    expect(sampleDocuments(set, 100)).toBe(set);
    const single = new Map([['q4', new Map([['d7', 1]])]]);
    expect(sampleDocuments({ ...set, queries: queries.slice(4, 5), judgments: single }, 1).documents.map(({ id }) => id)).toEqual(['d7']);
  });
});
