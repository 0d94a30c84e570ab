import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { fuseByRank, type LaneHit } from './fuse-by-rank.js';
import { LANES } from './weights.js';

const hits = (...ids: readonly string[]): LaneHit[] => ids.map((id, at) => ({ id, document: `c/${id}`, score: 1 - at / 100 }));

describe('fusion by rank', () => {
  it('sums weight / (60 + rank) over the lanes and divides by what first places everywhere would bring [002-6] [002-7] [002-8]', () => {
    const lanes = { semantic: hits('a', 'b'), keyword: hits('b', 'c'), fuzzy: hits('c') };
    const fused = fuseByRank(lanes, { semantic: 0.5, keyword: 0.3, fuzzy: 0.2 });
    const sums = [0.5 / 62 + 0.3 / 61, 0.5 / 61, 0.3 / 62 + 0.2 / 61];
    expect(fused.map(({ hit }) => hit.id)).toEqual(['b', 'a', 'c']);
    for (const [at, { score }] of fused.entries()) expect(score).toBeCloseTo((sums[at] ?? 0) / (1 / 61), 12);
    expect(fused[0]?.algorithms).toEqual({ semantic: { rank: 2, score: 0.99 }, keyword: { rank: 1, score: 1 } });
  });

  it('reaches 1 in the first place of every lane that counts, whatever the weights sum to', () => {
    const lanes = { semantic: hits('a'), keyword: hits('a'), fuzzy: hits('b') };
    const [first] = fuseByRank(lanes, { semantic: 0.1, keyword: 0.2, fuzzy: 0 });
    expect(first?.score).toBeCloseTo(1, 12);
  });

  it('leaves out what only a lane without weight has, and breaks ties by id', () => {
    const lanes = { semantic: hits('z'), keyword: hits('b'), fuzzy: hits('a') };
    const fused = fuseByRank(lanes, { semantic: 0.4, keyword: 0.4, fuzzy: 0 });
    expect(fused.map(({ hit }) => hit.id)).toEqual(['b', 'z']);
  });

  it('takes the passage of the lane that brings the document most', () => {
    const of = (lane: string) => [{ id: 'a', document: 'c/a', score: 1, lane }];
    const [byMeaning] = fuseByRank({ semantic: of('semantic'), keyword: of('keyword') }, { semantic: 0.5, keyword: 0.3, fuzzy: 0.2 });
    const [byWords] = fuseByRank({ semantic: of('semantic'), keyword: of('keyword') }, { semantic: 0.3, keyword: 0.5, fuzzy: 0.2 });
    expect([byMeaning?.hit.lane, byWords?.hit.lane]).toEqual(['semantic', 'keyword']);
  });

  it('equals the definition on random lists', () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    for (let round = 0; round < 50; round++) {
      const lists = LANES.map(() => hits(...['a', 'b', 'c', 'd', 'e', 'f'].toSorted(() => random.next() - 0.5).slice(0, random.below(7))));
      const [semantic = [], keyword = [], fuzzy = []] = lists;
      const weights = { semantic: random.next(), keyword: random.next(), fuzzy: random.next() };
      const total = weights.semantic + weights.keyword + weights.fuzzy;
      for (const { hit, score } of fuseByRank({ semantic, keyword, fuzzy }, weights)) {
        const share = (list: readonly LaneHit[], weight: number) => {
          const at = list.findIndex(({ id }) => id === hit.id);
          return at < 0 ? 0 : weight / (61 + at);
        };
        const sum = share(semantic, weights.semantic) + share(keyword, weights.keyword) + share(fuzzy, weights.fuzzy);
        expect(score).toBeCloseTo((sum * 61) / total, 10);
      }
    }
  });
});
