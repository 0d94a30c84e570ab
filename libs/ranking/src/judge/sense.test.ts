import { describe, expect, it } from 'vitest';
import { candidate, collection, ids, judgementOf, rank } from './judging.fixture.js';

const unit = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));

/** A passage that says both words of the query, and some that only its vector is near of. */
function lists(isCommonModel = true) {
  const near = ['a', 'b', 'c'].map((id) =>
    candidate(id, { similarity: 0.9, commonSimilarity: 0.9, commonVector: unit(0.1), counts: [0, 0] }),
  );
  const says = candidate('says', { similarity: 0.2, commonSimilarity: 0.2, commonVector: unit(1.4), counts: [2, 1] });
  return [collection([...near, says], { isCommonModel, focus: () => unit(0) })];
}

const matches = [{ matches: [0, 0, 0, 1] }];
const relevanceOf = (sense: number, id: string) => {
  const hit = judgementOf(lists(), { sense })
    .rank(matches)
    .find((one) => one.candidate.id === id);
  return hit?.relevance ?? Number.NaN;
};

describe('a query in words that the common model does not know', () => {
  it('is answered by what says them, whatever is near by the vectors of that model', () => {
    expect(ids(rank(lists(), { sense: 1 }, matches))[0]).not.toBe('says');
    expect(ids(rank(lists(), { sense: 0 }, matches))[0]).toBe('says');
  });

  it('makes relevant what says them, and nothing that is only near', () => {
    expect(relevanceOf(0, 'says')).toBeGreaterThan(0.5);
    expect(relevanceOf(0, 'says')).toBeGreaterThan(relevanceOf(1, 'says'));
    expect(relevanceOf(0, 'a')).toBeLessThan(0.01);
    expect(relevanceOf(1, 'a')).toBeGreaterThan(2 * relevanceOf(0, 'a'));
  });

  it('is somewhere between when some of the words are known', () => {
    const [none = 0, half = 0, all = 0] = [0, 0.5, 1].map((sense) => relevanceOf(sense, 'says'));
    expect(half).toBeLessThan(none);
    expect(half).toBeGreaterThan(all);
  });

  it('leaves the order of a collection of another model to the vectors of that', () => {
    const own = (sense: number) => rank(lists(false), { sense }, matches).map((hit) => hit.signals()['own']);
    expect(own(0)).toEqual(own(1));
  });

  it('leaves the order of one lane alone as it is', () => {
    expect(ids(rank(lists(), { sense: 0, algorithm: 'semantic' })).at(-1)).toBe('says');
  });

  it('counts the words as those of a usual query, and nothing that vectors tell', () => {
    const signalsOf = (sense: number) =>
      rank(lists(), { sense }, matches)
        .find((hit) => hit.candidate.id === 'says')
        ?.signals() ?? {};
    const { own, ...unknown } = signalsOf(0);
    expect(unknown).toMatchObject({ query_terms: 9, similarity: 0, feedback: 0, breadth: 0, neighbours: own });
    const { own: drawn, ...known } = signalsOf(1);
    expect(known).toMatchObject({ query_terms: 2, similarity: 0.2 });
    expect(known['feedback']).toBeGreaterThan(0);
    expect(known['neighbours']).not.toBeCloseTo(drawn ?? Number.NaN, 3);
  });

  it('takes two passages of one document that say as much as equally relevant', () => {
    const passage = (id: string, commonSimilarity: number) => candidate(id, { docId: 'both', commonSimilarity, counts: [1, 1] });
    const relevances = (sense: number) => rank([collection([passage('a', 0.8), passage('b', 0.1)])], { sense }).map((hit) => hit.relevance);
    expect(new Set(relevances(0)).size).toBe(1);
    expect(new Set(relevances(1)).size).toBe(2);
  });

  it('is told in the explanation', () => {
    expect(judgementOf(lists(), { sense: 0.25 }).rank()[0]?.signals()).toMatchObject({ sense: 0.25 });
  });
});
