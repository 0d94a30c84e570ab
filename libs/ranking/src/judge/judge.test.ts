import { describe, expect, it } from 'vitest';
import { idf, saturate } from '../bm25/bm25.js';
import { candidate, collection, ids, rank } from './judging.fixture.js';
import { laneWeights } from './weights/lane-weights.js';
import type { JudgedTerm } from './evidence/lexical.js';
import { LEVEL, MEANT, OWN_ORDER } from './weights/parameters.js';
import { chanceLevel, relevance } from './level/relevance.js';
import { trustInWords } from './weights/trust-in-words.js';

describe('judge', () => {
  it('puts a passage at the level of its BM25 as a share of the ideal, its cosine and its word match', () => {
    const list = [candidate('a', { counts: [2, 0], commonSimilarity: 0.5, similarity: 0.5 })];
    const [hit] = rank([collection(list)], {}, [{ matches: [0.6] }]);
    const weight = saturate(2, 1);
    const share = (weight * idf(100, 10)) / (2 * idf(100, 10) * 2.6);
    const level = trustInWords(2, OWN_ORDER.common) * share + LEVEL.cosine * 0.5 + LEVEL.wordMatch * 0.6;
    expect(hit?.signals()['lexical']).toBeCloseTo(share, 12);
    expect(hit?.signals()['level']).toBeCloseTo(level, 12);
    expect(hit?.relevance).toBeCloseTo(relevance(level, chanceLevel(100)), 12);
  });

  it('lets passages gain whose collection the query calls by a name that the model does not know', () => {
    const lists = [collection([candidate('a', { counts: [1, 1] })]), collection([candidate('b', { counts: [1, 0] })])];
    const [before, meant] = [rank(lists), rank(lists, { meant: [false, true] })];
    expect([ids(before), ids(meant)]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(meant[0]?.score).toBeCloseTo((before[1]?.score ?? 0) + MEANT, 12);
    expect(meant[0]).toMatchObject({ relevance: before[1]?.relevance });
    expect(meant.map((hit) => hit.signals()['meant'])).toEqual([MEANT, undefined]);
  });

  it('lets none gain by the name of its collection that is far less relevant than what says the name in another', () => {
    const close = { commonSimilarity: 0.9, similarity: 0.9 };
    const own = collection([candidate('b', { counts: [0, 1] })], { named: [true, false] });
    const orderBeside = (counts: number[]) => rank([collection([candidate('a', { counts, ...close })]), own], { meant: [false, true] });
    const [saying, silent] = [orderBeside([2, 2]), orderBeside([0, 2])];
    expect((saying[0]?.relevance ?? 0) - (saying[1]?.relevance ?? 0)).toBeGreaterThan(0.3);
    expect(ids(saying)).toEqual(['a', 'b']);
    expect(saying[1]?.signals()['meant']).toBeUndefined();
    expect(silent.find(({ candidate: { id } }) => id === 'b')?.signals()['meant']).toBe(MEANT);
  });

  it('lets them gain where what is far more relevant says a part of the name alone, or the name of another collection', () => {
    const close = { commonSimilarity: 0.9, similarity: 0.9 };
    const own = (id: string, named: boolean[]) => collection([candidate(id, { counts: [0, 1] })], { named });
    const gains = (counts: number[], names: boolean[][]) => {
      const hits = rank([collection([candidate('a', { counts, ...close })]), ...names.map((named, at) => own(at.toString(), named))], {
        meant: [false, ...names.map(() => true)],
      });
      return names.map((_, at) => hits.find(({ candidate: { id } }) => id === at.toString())?.signals()['meant'] !== undefined);
    };
    expect(gains([2, 0], [[true, true]])).toEqual([true]);
    expect(gains([2, 2], [[true, true]])).toEqual([false]);
    expect(
      gains(
        [2, 0],
        [
          [true, false],
          [false, true],
        ],
      ),
    ).toEqual([false, true]);
  });

  it('measures relevance by what chance reaches in the collections that were searched', () => {
    const hit = candidate('a', { counts: [2, 0], commonSimilarity: 0.5, similarity: 0.5 });
    const large = collection([], { counts: { points: 10_000, totalLength: 100_000, documentFrequency: [0, 0] } });
    const chanceAmong = (...lists: Parameters<typeof rank>[0]) => {
      const [first] = rank(lists);
      const { chance = NaN, level = NaN } = first?.signals() ?? {};
      expect(first?.relevance).toBeCloseTo(relevance(level, chance), 12);
      return chance;
    };
    expect(chanceAmong(collection([hit]))).toBe(chanceLevel(100));
    expect(chanceAmong(collection([hit]), large)).toBe(chanceLevel(200));
  });

  it.each([
    ['two words written as one', { variantOf: ['a', 'b'] }],
    ['a form of a word', { formOf: 'a' }],
  ])('lets a passage gain by %s, which no other has to say', (_, beside) => {
    const joined = [
      { weight: 1, isWord: true },
      { weight: 1, isWord: true },
      { weight: 1, isWord: true, ...beside },
    ];
    const [asOne, apart, half] = [
      [0, 0, 1],
      [1, 1, 0],
      [1, 0, 0],
    ].map((counts, at) => candidate('abc'.charAt(at), { counts }));
    const said = (documentFrequency: readonly number[]) => {
      const counts = { points: 100, totalLength: 1000, documentFrequency };
      const hits = rank(
        [
          collection(
            [asOne, apart, half].filter((one) => one !== undefined),
            { counts },
          ),
        ],
        { terms: joined },
      );
      return new Map(hits.map((hit) => [hit.candidate.id, hit.signals()]));
    };
    const [known, unknown] = [said([10, 10, 5]), said([10, 10, 0])];
    expect(known.get('a')?.['lexical']).toBeGreaterThan(known.get('c')?.['lexical'] ?? 1);
    expect(known.get('b')?.['lexical']).toBe(unknown.get('b')?.['lexical']);
    expect(known.get('b')).toMatchObject({ query_terms: 2 });
    expect(unknown.get('b')).toMatchObject({ known_words: 1, query_terms: 2 });
  });

  it('places collections among each other also by the words that only ask, where they differ in them', () => {
    const [asks, names] = [candidate('asks', { counts: [9, 0] }), candidate('names', { counts: [0, 1] })];
    const countsOf = (asking: number) => ({ counts: { points: 100, totalLength: 1000, documentFrequency: [asking, 10] } });
    const lists = [collection([asks], countsOf(19)), collection([names], countsOf(1))];
    const alike = [collection([asks]), collection([names])];
    const [asking, naming] = [{ weight: 0.2, placingWeight: 1 }, { weight: 1 }];
    expect(ids(rank(lists, { terms: [asking, naming] }))).toEqual(['asks', 'names']);
    expect(ids(rank(alike, { terms: [asking, naming] }))).toEqual(['names', 'asks']);
    expect(ids(rank(lists, { terms: [{ weight: 0.2 }, naming] }))).toEqual(['names', 'asks']);
    expect(ids(rank(lists, { terms: [asking, naming], algorithm: 'keyword' }))).toEqual(['names', 'asks']);
    expect(ids(rank([collection([asks, names])], { terms: [asking, naming] }))).toEqual(['names', 'asks']);
  });

  it('expects a word match of passages nobody read, so that they do not fall behind those of collections that were', () => {
    const found = candidate('a', { counts: [3, 2], commonSimilarity: 0.6, similarity: 0.6 });
    const [read] = rank([collection([found])], {}, [{ matches: [0.7] }]);
    const [unread] = rank([collection([found])]);
    expect(Math.abs((read?.relevance ?? 0) - (unread?.relevance ?? 0))).toBeLessThan(0.2);
  });

  it('puts the one accepted first before another that says the same; a lane alone goes by id', () => {
    const same = { counts: [2, 1], commonSimilarity: 0.5, similarity: 0.5 };
    const list = [
      candidate('a', { ...same, docVersion: 9 }),
      candidate('b', { ...same, docVersion: 7 }),
      candidate('c', { ...same, docVersion: 9 }),
    ];
    expect(ids(rank([collection(list)]))).toEqual(['b', 'a', 'c']);
    expect(ids(rank([collection(list)], { algorithm: 'keyword' }))).toEqual(['a', 'b', 'c']);
  });

  it('leaves terms that no searched collection contains out of the ideal', () => {
    const counts = { points: 100, totalLength: 1000, documentFrequency: [10, 0] };
    const [hit] = rank([collection([candidate('a', { counts: [255, 0] })], { counts })]);
    expect(hit?.signals()['lexical']).toBeGreaterThan(0.95);
  });

  it('finds a passage less relevant for each word of the query that no searched collection knows, and as much in its place', () => {
    const counts = { points: 100, totalLength: 1000, documentFrequency: [10, 0] };
    const found = [candidate('a', { counts: [2, 0], similarity: 0.5 }), candidate('b', { counts: [1, 0], similarity: 0.4 })];
    const ask = (second: JudgedTerm) => rank([collection(found, { counts })], { terms: [{ weight: 1, isWord: true }, second] });
    const [unknown, known] = [ask({ weight: 1, isWord: true }), ask({ weight: 0, isWord: true })];
    expect(unknown[0]?.signals()['known_words']).toBeCloseTo(idf(100, 10) / (idf(100, 10) + idf(100, 1)), 12);
    expect(unknown[0]?.relevance).toBeLessThan(0.85 * (known[0]?.relevance ?? 0));
    expect(unknown.map(({ score }) => score)).toEqual(known.map(({ score }) => score));
    // A pair of characters may lie across two words, and a stand-in is a guess: that nobody knows them says nothing.
    for (const second of [
      { weight: 1, isWord: false },
      { weight: 1, isWord: true, standsFor: 'quert' },
    ])
      expect(ask(second)[0]?.signals()['known_words']).toBe(1);
  });

  it('does not take many chunks of one document for many documents', () => {
    const chunks = ['p', 'q', 'r'].map((id) => candidate(id, { docId: 'one', commonSimilarity: 0.59 }));
    const one = collection([candidate('lone', { commonSimilarity: 0.6 })]);
    expect(ids(rank([one, collection(chunks)]))[0]).toBe('lone');
  });

  it('puts a document whose words stand in several passages before one with a single such passage', () => {
    const spread = ['s1', 's2'].map((id, at) => candidate(id, { docId: 'spread', counts: at === 0 ? [2, 0] : [0, 2] }));
    const list = [collection([candidate('lone', { counts: [2, 0] }), ...spread])];
    expect(ids(rank(list))).toEqual(['s1', 's2', 'lone']);
    expect(ids(rank(list, { algorithm: 'keyword' }))).toEqual(['lone', 's1', 's2']);
  });

  it('lifts what resembles the best answers', () => {
    const near = Float32Array.from([1, 0]);
    const far = Float32Array.from([0, 1]);
    const best = candidate('best', { counts: [3, 3], commonSimilarity: 0.6, similarity: 0.6, commonVector: near });
    const like = candidate('like', { counts: [1, 0], commonSimilarity: 0.3, similarity: 0.3, commonVector: near });
    const unlike = candidate('unlike', { counts: [1, 0], commonSimilarity: 0.31, similarity: 0.31, commonVector: far });
    const others = ['x', 'y'].map((id) => candidate(id, { counts: [2, 2], commonSimilarity: 0.5, similarity: 0.5, commonVector: near }));
    const focus = Float32Array.from([1, 1], (value) => value / Math.SQRT2);
    expect(ids(rank([collection([unlike, like, best, ...others], { focus: () => focus })])).slice(-2)).toEqual(['like', 'unlike']);
  });

  it('lifts the neighbours of what is good: of two alike in all else the one whose like says more', () => {
    const at = (id: string, counts: readonly number[], ...vector: readonly number[]) =>
      candidate(id, { counts, commonSimilarity: 0.5, similarity: 0.5, commonVector: Float32Array.from(vector) });
    const best = ['x', 'y', 'z'].map((id) => at(id, [3, 3], 1, 0, 0));
    const [beside, apart] = [at('beside-good', [1, 0], 0.6, 0.8, 0), at('apart', [1, 0], 0.6, 0, 0.8)];
    const [good, poor] = [at('good', [2, 1], 0.5, Math.sqrt(0.75), 0), at('poor', [0, 0], 0.5, 0, Math.sqrt(0.75))];
    const list = collection([...best, apart, beside, good, poor], { focus: () => Float32Array.from([1, 0, 0]) });
    const order = ids(rank([list]));
    expect(order.indexOf('beside-good')).toBeLessThan(order.indexOf('apart'));
    const { focus: _, ...unlearned } = list;
    const plain = ids(rank([unlearned]));
    expect(plain.indexOf('apart')).toBeLessThan(plain.indexOf('beside-good'));
  });

  describe('where the passages of another model were read with its vectors', () => {
    const vectorOf = (...numbers: readonly number[]) => Float32Array.from(numbers);
    const best = ['x', 'y', 'z'].map((id) =>
      candidate(id, { counts: [3, 3], similarity: 0.6, commonSimilarity: 0.6, commonVector: vectorOf(0, 1) }),
    );
    const plain = { counts: [1, 0], similarity: 0.3, commonSimilarity: 0.3 };
    // By the common model `like-common` is like the best, by its own one `like-own` is.
    const likeCommon = candidate('like-common', { ...plain, commonVector: vectorOf(0, 1) });
    const likeOwn = candidate('like-own', { ...plain, commonVector: vectorOf(1, 0) });
    const filler = [0, 1].map((n) =>
      candidate(`f${n.toString()}`, { commonVector: vectorOf(1, 0), similarity: 0.1, commonSimilarity: 0.1 }),
    );
    const candidates = [...best, likeCommon, likeOwn, ...filler];
    const own = [...best.map(() => vectorOf(0, 0, 1)), vectorOf(1, 0, 0), vectorOf(0, 0, 1), ...filler.map(() => vectorOf(1, 0, 0))];
    const look = { matches: candidates.map(() => 0.5), vectors: own };
    const other = { model: 'minilm', isCommonModel: false, focus: () => vectorOf(0, 1) };
    const before = (hits: ReturnType<typeof rank>) => ids(hits).filter((id) => id.startsWith('like'));

    it('knows by those what is alike in a collection', () => {
      expect(before(rank([collection(candidates, other)], {}, [{ matches: look.matches }]))[0]).toBe('like-common');
      expect(before(rank([collection(candidates, other)], {}, [look]))[0]).toBe('like-own');
    });

    it('knows it across collections of that model, also beside one of which nothing was read', () => {
      const [likes, ofBest] = [candidates.slice(3), candidates.slice(0, 3)];
      const lists = [collection(likes, other), collection(ofBest, other), collection([candidate('unread', plain)], other)];
      const focus = { focus: () => vectorOf(0, 1) };
      const looks = [
        { matches: likes.map(() => 0.5), vectors: own.slice(3) },
        { matches: ofBest.map(() => 0.5), vectors: own.slice(0, 3) },
        undefined,
      ];
      expect(before(rank(lists, focus, looks))[0]).toBe('like-own');
      const bare = looks.map((one) => one && { matches: one.matches });
      expect(before(rank(lists, focus, bare))[0]).toBe('like-common');
    });
  });

  it('lifts a document whose passage says the words of the query or others like them, and puts nobody unread before it', () => {
    const candidates = ['says', 'does-not', 'unread'].map((id) =>
      candidate(id, { counts: [1, 0], commonSimilarity: 0.3, similarity: 0.3 }),
    );
    expect(ids(rank([collection(candidates)]))[0]).toBe('does-not');
    expect(ids(rank([collection(candidates)], {}, [{ matches: [0.9, 0.2, undefined] }]))).toEqual(['says', 'does-not', 'unread']);
  });

  it('gives the same relevance whatever algorithm and collections beside it', () => {
    const lists = [collection([candidate('a', { counts: [1, 0], commonSimilarity: 0.4, similarity: 0.4 })])];
    const relevances = (['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf'] as const).map(
      (algorithm) => rank(lists, { algorithm })[0]?.relevance,
    );
    expect(new Set(relevances).size).toBe(1);
  });

  it('follows one lane for the algorithms of one lane', () => {
    const list = [
      collection(
        [
          candidate('words', { counts: [3, 3], similarity: 0, commonSimilarity: 0 }),
          candidate('sense', { similarity: 0.9, commonSimilarity: 0.9 }),
        ],
        {
          rankings: { fuzzy: [{ candidate: 1, score: 4 }] },
        },
      ),
    ];
    expect(ids(rank(list, { algorithm: 'keyword' }))[0]).toBe('words');
    expect(ids(rank(list, { algorithm: 'semantic' }))[0]).toBe('sense');
    expect(ids(rank(list, { algorithm: 'fuzzy' }))[0]).toBe('sense');
  });

  it('fuses ranks by name: 1 / (60 + rank) over the lanes, with weights', () => {
    const rankings = {
      semantic: [0, 1, 2].map((at) => ({ candidate: at, score: 1 - at / 10 })),
      keyword: [2, 1].map((at) => ({ candidate: at, score: 5 - at })),
    };
    const list = [
      collection(
        ['a', 'b', 'c'].map((id) => candidate(id)),
        { rankings },
      ),
    ];
    expect(ids(rank(list, { algorithm: 'rrf' }))).toEqual(['c', 'b', 'a']);
    expect(ids(rank(list, { algorithm: 'rrf', weights: laneWeights('rrf', { keyword: 0 }) }))).toEqual(['a', 'b', 'c']);
  });

  it('breaks ties by id', () => {
    expect(ids(rank([collection(['b', 'a', 'c'].map((id) => candidate(id)))]))).toEqual(['a', 'b', 'c']);
  });

  it('ranks nothing, empty collections and candidates without any signal without failing', () => {
    expect(rank([])).toEqual([]);
    const empty = { points: 0, totalLength: 0, documentFrequency: [0, 0] };
    expect(
      rank([collection([], { counts: empty }), collection([candidate('a')], { counts: empty })], { terms: [] }).map(({ score }) =>
        Number.isFinite(score),
      ),
    ).toEqual([true]);
  });

  it('counts only the best stand-in of an unknown word towards the ideal', () => {
    const standIns = [
      { weight: 0.7, standsFor: 'wrod' },
      { weight: 0.7, standsFor: 'wrod' },
    ];
    const [hit] = rank([collection([candidate('a', { counts: [255, 0], length: 0 })])], { terms: standIns });
    expect(hit?.signals()['lexical']).toBeCloseTo(1, 2);
  });
});
