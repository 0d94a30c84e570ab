import { describe, expect, it } from 'vitest';
import { candidate, collection, countsOf, ids, judgementOf, rank, terms } from '../judging.fixture.js';
import { bm25Scores } from '../evidence/lexical.js';
import { PLACING } from '../weights/parameters.js';
import type { JudgedCandidate } from '../judged-candidate.js';
import type { JudgedCollection } from '../evidence/signals.js';

describe('judge, over several collections', () => {
  it('ranks by a collection’s own statistics inside it, and by pooled ones between collections', () => {
    // The first word is rare here and common there: by pooled counts the second word tells more.
    const here = collection([candidate('rare', { counts: [1, 0] }), candidate('common', { counts: [0, 1] })], {
      counts: { points: 100, totalLength: 1000, documentFrequency: [2, 50] },
    });
    const there = collection([candidate('there', { counts: [0, 1], commonSimilarity: 0.1 })], {
      counts: { points: 10_000, totalLength: 100_000, documentFrequency: [9000, 10] },
    });
    expect(ids(rank([here]))).toEqual(['rare', 'common']);
    expect(ids(rank([here, there]))).toEqual(['there', 'rare', 'common']);
  });

  it('enters a collection at the height of the common model, whatever its own model says', () => {
    const inflated = collection([candidate('weak', { similarity: 0.95, commonSimilarity: 0.2 })], { model: 'other', isCommonModel: false });
    const honest = collection([candidate('strong', { similarity: 0.6, commonSimilarity: 0.6 })]);
    expect(ids(rank([inflated, honest]))).toEqual(['strong', 'weak']);
    expect(ids(rank([inflated, honest], { algorithm: 'semantic' }))).toEqual(['strong', 'weak']);
  });

  it('keeps the order of a collection’s own model inside it', () => {
    const own = collection(
      [candidate('first', { similarity: 0.9, commonSimilarity: 0.1 }), candidate('second', { similarity: 0.5, commonSimilarity: 0.8 })],
      { model: 'other', isCommonModel: false },
    );
    expect(ids(rank([own]))).toEqual(['first', 'second']);
    const beside = collection([candidate('beside', { similarity: 0.1, commonSimilarity: 0.1 })]);
    for (const algorithm of ['hybrid', 'semantic'] as const)
      expect(ids(rank([own, beside], { algorithm }))).toEqual(['first', 'second', 'beside']);
  });

  it('places passages of different collections between each other', () => {
    const fair = (id: string, similarity: number) => candidate(id, { counts: [1, 0], commonSimilarity: similarity, similarity });
    const [odd, even] = [
      [0.7, 0.5, 0.3],
      [0.6, 0.4, 0.2],
    ].map((list) => collection(list.map((similarity) => fair(similarity.toString(), similarity))));
    expect(ids(rank([odd ?? collection([]), even ?? collection([])]))).toEqual(['0.7', '0.6', '0.5', '0.4', '0.3', '0.2']);
  });

  it('places passages of like collections as if all lay in one', () => {
    const passages = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) =>
      candidate(id, { counts: [6 - at, at % 2], commonSimilarity: 0.6 - at / 20, similarity: 0.6 - at / 20 }),
    );
    const parts = [0, 1].map((part) => collection(passages.filter((_, at) => at % 2 === part)));
    const whole = collection(passages, { counts: { points: 200, totalLength: 2000, documentFrequency: [20, 20] } });
    for (const algorithm of ['semantic', 'keyword', 'hybrid'] as const)
      expect(ids(rank(parts, { algorithm }))).toEqual(ids(rank([whole], { algorithm })));
  });

  it('judges collections of one model as one also beside those of another, and places all of these by their level', () => {
    const ofModel = (model: string) => {
      const more = { model, isCommonModel: model === 'common' };
      const passages = [0, 1, 2, 3, 4, 5].map((at) =>
        candidate(`${model} ${at.toString()}`, { counts: [6 - at, at % 2], commonSimilarity: 0.6 - at / 20, similarity: 0.6 - at / 20 }),
      );
      const halves = [0, 1].map((half) =>
        collection(
          passages.filter((_, at) => at % 2 === half),
          more,
        ),
      );
      return { halves, whole: collection(passages, { ...more, counts: { points: 200, totalLength: 2000, documentFrequency: [20, 20] } }) };
    };
    const [common, other] = [ofModel('common'), ofModel('other')];
    for (const algorithm of ['semantic', 'hybrid'] as const) {
      const wholes = rank([common.whole, other.whole], { algorithm });
      const halves = rank(
        [0, 1].flatMap((half) => [common, other].flatMap((one) => one.halves[half] ?? [])),
        { algorithm },
      );
      expect(ids(halves)).toEqual(ids(wholes));
    }
  });

  it('says how steeply a list falls that was placed beside those of another model, and nothing where all are of one', () => {
    const [one, like] = ['a', 'b'].map((id) => collection([candidate(id, { counts: [1, 0] })]));
    const other = collection([candidate('c', { counts: [1, 0] })], { model: 'other', isCommonModel: false });
    const steepness = (list: readonly (JudgedCollection | undefined)[]) =>
      rank(list.filter((each) => each !== undefined)).map(({ signals }) => signals()['steepness']);
    expect(steepness([one, like, other])).toEqual([0, 1, 2].map(() => PLACING.steepness.evidence));
    expect(steepness([one, like])).toEqual([undefined, undefined]);
  });

  it('says how unlike all collections of the search are, of one model or of several', () => {
    const [here, there] = [10, 90].map((often) =>
      collection([candidate(often.toString(), { counts: [1, 0] })], { counts: countsOf(often) }),
    );
    const [one, unlike] = [here ?? collection([]), there ?? collection([])];
    expect(judgementOf([one]).heterogeneity).toBe(0);
    expect(judgementOf([one, one]).heterogeneity).toBe(0);
    expect(judgementOf([one, unlike]).heterogeneity).toBeGreaterThan(0.5);
    expect(judgementOf([one, { ...unlike, model: 'other' }]).heterogeneity).toBeGreaterThan(0.5);
  });

  it('lets what few passages found go before the somewhat better one of very many, where both found unlike things', () => {
    const of = (id: string, { points, at }: { readonly points: number; readonly at: number }) => {
      const found = candidate(id, {
        counts: [1, 0],
        commonSimilarity: at,
        similarity: at,
        commonVector: Float32Array.from(id === 'few' ? [1, 0] : [0, 1]),
      });
      return collection([found], { counts: { points, totalLength: 10 * points, documentFrequency: [points / 10, points / 10] } });
    };
    const few = of('few', { points: 60, at: 0.4 });
    expect(ids(rank([few, of('many', { points: 60, at: 0.42 })]))).toEqual(['many', 'few']);
    expect(ids(rank([few, of('many', { points: 20_000, at: 0.42 })]))).toEqual(['few', 'many']);
  });

  it('fuses the lanes of like collections as if all lay in one', () => {
    const passages = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) =>
      candidate(id, { counts: [6 - at, at % 3], commonSimilarity: 0.3 + at / 20, similarity: 0.3 + at / 20 }),
    );
    const bestFirst = (scores: readonly number[]) =>
      scores.map((score, at) => ({ candidate: at, score })).sort((a, b) => b.score - a.score);
    const collectionOf = (list: readonly JudgedCandidate[], counts = countsOf(10)) => {
      const semantic = bestFirst(list.map(({ similarity = 0 }) => similarity));
      return collection(list, { rankings: { semantic, keyword: bestFirst(bm25Scores(list, { terms, counts })) }, counts });
    };
    const halves = [0, 1].map((part) => passages.filter((_, at) => at % 2 === part));
    const whole = collectionOf(passages, { points: 200, totalLength: 2000, documentFrequency: [20, 20] });
    for (const algorithm of ['rrf', 'dbsf'] as const) {
      const alike = rank(
        halves.map((list) => collectionOf(list)),
        { algorithm },
      );
      const one = rank([whole], { algorithm });
      alike.forEach(({ score }, at) => {
        expect(score).toBeCloseTo(one[at]?.score ?? Number.NaN, 10);
      });
      expect(ids(alike)).toEqual(ids(one));
    }
  });

  it('fuses the lanes of like collections as deep as they go', () => {
    const lists = [0, 1].map((part) => {
      const list = Array.from({ length: 80 }, (_, at) => {
        const similarity = 0.9 - (2 * at + part) / 400;
        return candidate((999 - 2 * at - part).toString(), { counts: [1, 0], commonSimilarity: similarity, similarity });
      });
      return collection(list, { rankings: { semantic: list.map(({ similarity = 0 }, at) => ({ candidate: at, score: similarity })) } });
    });
    for (const algorithm of ['rrf', 'dbsf'] as const) {
      const hits = rank(lists, { algorithm });
      expect(ids(hits)).toEqual(Array.from({ length: 160 }, (_, at) => (999 - at).toString()));
      expect(new Set(hits.map(({ score }) => score)).size).toBe(160);
    }
  });

  it('places fused lists of unlike collections as a whole, by their level', () => {
    const at = (id: string, similarity: number, often: number) =>
      candidate(id, { counts: [often, 0], commonSimilarity: similarity, similarity });
    const [good, fair] = [
      [at('best', 0.9, 6), at('weak', 0.2, 1)],
      [at('b', 0.6, 3), at('c', 0.55, 3), at('d', 0.5, 3)],
    ];
    const listOf = (list: readonly JudgedCandidate[], counts: JudgedCollection['counts']) => {
      const ranking = list.map((_, place) => ({ candidate: place, score: 10 - place }));
      return collection(list, { rankings: { semantic: ranking, keyword: ranking }, counts });
    };
    for (const algorithm of ['rrf', 'dbsf'] as const) {
      const unlike = rank([listOf(good, countsOf(10)), listOf(fair, countsOf(90))], { algorithm });
      expect(unlike[0]?.signals()['heterogeneity']).toBeGreaterThan(0.5);
      expect(ids(unlike).slice(0, 2)).toEqual(['best', 'weak']);
      expect(ids(rank([listOf(good, countsOf(10)), listOf(fair, countsOf(10))], { algorithm })).at(-1)).toBe('weak');
    }
  });

  it('puts the one accepted first before another that says the same in a like collection, whatever else stands there', () => {
    const same = { counts: [2, 1], commonSimilarity: 0.5, similarity: 0.5 };
    const better = candidate('better', { counts: [3, 3], commonSimilarity: 0.8, similarity: 0.8 });
    const lists = [
      collection([candidate('copy', { ...same, docVersion: 9 })]),
      collection([candidate('original', { ...same, docVersion: 7 }), better]),
    ];
    expect(ids(rank(lists))).toEqual(['better', 'original', 'copy']);
  });

  it('reckons no own order of collections that are alike, unless somebody asks what a hit is made of', () => {
    let asked = 0;
    const focus = () => (asked++, Float32Array.from([1, 0]));
    const passages = ['a', 'b'].map((id) => candidate(id, { counts: [1, 0], similarity: 0.5, commonVector: Float32Array.from([1, 0]) }));
    const rankOf = (often: number) =>
      rank(passages.map((passage, at) => collection([passage], { focus, counts: countsOf(at === 0 ? often : 10) })));
    const hits = rankOf(12);
    expect(asked).toBe(0);
    expect(hits[0]?.signals()['own']).toBeGreaterThan(0);
    expect(asked).toBe(1);
    rankOf(90);
    expect(asked).toBe(3);
  });

  it('lifts a collection that found what the best passage is about', () => {
    const [near, far] = [Float32Array.from([1, 0]), Float32Array.from([0, 1])];
    const best = candidate('best', { counts: [9, 9], commonSimilarity: 0.9, similarity: 0.9, commonVector: near });
    const fair = (id: string, commonVector: Float32Array) =>
      candidate(id, { counts: [1, 0], commonSimilarity: 0.3, similarity: 0.3, commonVector });
    const unlike = [200, 20, 20].map((often) => ({ counts: { points: 1000, totalLength: 10_000, documentFrequency: [often, 10] } }));
    const hits = rank([[best], [fair('a', far)], [fair('b', near)]].map((list, at) => collection(list, unlike[at])));
    expect(ids(hits)).toEqual(['best', 'b', 'a']);
    expect(hits.map(({ signals }) => signals()['collection_likeness'])).toEqual([1, 1, 0]);
  });

  it('takes equal ids in two collections for two documents', () => {
    const [here, there] = [candidate('here', { docId: 'same', counts: [3, 0] }), candidate('there', { docId: 'same', counts: [0, 1] })];
    const [first] = rank([collection([here]), collection([there])]);
    const [alone] = rank([collection([here]), collection([candidate('there', { docId: 'other', counts: [0, 1] })])]);
    expect(first?.score).toBe(alone?.score);
  });
});
