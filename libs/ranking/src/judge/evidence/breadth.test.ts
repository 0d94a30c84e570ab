import { describe, expect, it } from 'vitest';
import { breadth } from './breadth.js';
import type { JudgeRequest } from '../judge.js';
import { candidate, collection, rank } from '../judging.fixture.js';
import { rejudge } from '../rejudge.js';

/** A document whose passages have these cosines with the query and none of its words. */
function documentOf(docId: string, cosines: readonly number[]) {
  return cosines.map((cosine, at) => candidate(`${docId}${at.toString()}`, { docId, similarity: cosine, commonSimilarity: cosine }));
}

/** The documents in the order of their best passages. */
function documentsOf(documents: Readonly<Record<string, readonly number[]>>, request: Partial<JudgeRequest> = {}): readonly string[] {
  const candidates = Object.entries(documents).flatMap(([docId, cosines]) => documentOf(docId, cosines));
  return [...new Set(rank([collection(candidates)], request).map((hit) => hit.candidate.docId))];
}

const BROAD = [0.5, 0.49, 0.48, 0.47, 0.46, 0.45];

describe('the passages of one document', () => {
  it('say more together than the best of them', () => {
    expect(documentsOf({ a: [0.5], b: BROAD })).toEqual(['b', 'a']);
    expect(documentsOf({ a: [0.5, 0.1, 0, 0, 0, 0], b: BROAD })).toEqual(['b', 'a']);
  });

  it('say no more where they are three: so many a short document has', () => {
    expect(documentsOf({ a: [0.5], b: [0.5, 0.5, 0.5] })).toEqual(['a', 'b']);
  });

  it('say no more where the cosine counts nothing, or another document is clearly nearer', () => {
    expect(documentsOf({ a: [0.5], b: BROAD }, { weights: { semantic: 0, keyword: 1, fuzzy: 0 } })).toEqual(['a', 'b']);
    expect(documentsOf({ a: [0.9], b: BROAD })).toEqual(['a', 'b']);
  });

  it('say no more by another model than the static one: nobody measured what they say there', () => {
    const candidates = [...documentOf('a', [0.5]), ...documentOf('b', BROAD)];
    const [first] = rank([collection(candidates, { model: 'minilm', isCommonModel: false })]);
    expect(first?.candidate.docId).toBe('a');
  });

  it('count as a soft maximum of the ten best, beyond three', () => {
    const near = (count: number) => new Array<number>(count).fill(0.5);
    expect([[], near(1), near(3), [0.9, 0, 0, 0, 0, 0]].map(breadth)).toEqual([0, 0, 0, 0]);
    expect(breadth([0.3, ...near(3)])).toBeCloseTo(0.2 * Math.log((3 + Math.exp(-1)) / 3), 12);
    expect(breadth(near(10))).toBeCloseTo(0.2 * Math.log(10 / 3), 12);
    expect(breadth(near(40))).toBe(breadth(near(10)));
  });

  it('keep what they say where another model judges again', () => {
    const [broad] = rank([collection(documentOf('b', BROAD))]);
    const signals = broad?.signals() ?? {};
    expect(signals['breadth']).toBeCloseTo(breadth(BROAD), 12);
    const again = (seen: typeof signals) =>
      rejudge([{ collection: 0, score: 1, signals: seen, similarity: 0.5 }], {
        weights: { semantic: 1, keyword: 1, fuzzy: 0 },
        influence: 1,
      })[0] ?? 0;
    expect(again(signals) - again({ ...signals, breadth: 0 })).toBeCloseTo(signals['breadth'] ?? 0, 12);
  });
});
