import { describe, expect, it } from 'vitest';
import { laneWeights } from './lane-weights.js';
import { Judgement } from '../judge.js';
import type { JudgedTerm } from '../evidence/lexical.js';
import { rejudge } from '../rejudge.js';
import { trustInWords, USUAL_TERMS } from './trust-in-words.js';

const weights = laneWeights('hybrid');
/** In nearly every passage, so that it weighs next to nothing. */
const COMMON = 100;

/** A passage that says both words and one that is more similar, in a collection of a transformer model. */
function judged(more: readonly JudgedTerm[]) {
  const terms = [{ weight: 1 }, { weight: 1 }, ...more];
  const candidate = (id: string, said: number, similarity: number) => {
    const body = Uint8Array.from(terms, (_, at) => (at < 2 ? said : 0));
    return { id, docId: id, body, title: new Uint8Array(terms.length), length: 10, similarity };
  };
  const counts = { points: 100, totalLength: 1000, documentFrequency: terms.map((_, at) => (at < 2 ? 10 : COMMON)) };
  const collections = [
    { candidates: [candidate('says', 1, 0.4), candidate('means', 0, 0.6)], counts, rankings: {}, model: 'other', isCommonModel: false },
  ];
  const hits = new Judgement({ algorithm: 'hybrid', weights, terms, fuzzyWords: 2, collections }).rank();
  const hitOf = (id: string) => {
    const hit = hits.find(({ candidate: one }) => one.id === id);
    return { own: hit?.signals()['own'] ?? Number.NaN, relevance: hit?.relevance ?? Number.NaN };
  };
  return { says: hitOf('says'), means: hitOf('means') };
}

/** By how much the first stands above the second. */
function lead(more: readonly JudgedTerm[]): number {
  const { says, means } = judged(more);
  return says.own - means.own;
}

const more = (count: number) => Array.from({ length: count }, () => ({ weight: 1 }));

describe('what the words of a query count', () => {
  it('grows with the terms of the query, in a collection of a transformer model', () => {
    const few = lead([]);
    const many = lead(more(10));
    expect(many).toBeGreaterThan(few + 0.1);
  });

  it('counts no term that is only watched, and the stand-ins of one word as one', () => {
    const watched = { weight: 0 };
    const standIn = { weight: 0.5, standsFor: 'tribtary' };
    expect(lead([watched, watched])).toBe(lead([]));
    expect(lead([standIn, standIn, standIn])).toBeCloseTo(lead(more(1)), 2);
  });

  it('grows with them in relevance, too', () => {
    const [few, some, many] = [0, 5, 10].map((count) => judged(more(count)).says.relevance);
    expect(some).toBeGreaterThan(1.2 * (few ?? 0));
    expect(many).toBeGreaterThan(1.2 * (some ?? 0));
  });

  it('grows as well where a reranker judges anew', () => {
    const signals = { title: 0, feedback: 0, word_match: 0, fuzzy: 0, own: 1 };
    const leadOf = (query_terms: number) => {
      const [says = 0, means = 0] = rejudge(
        [
          { collection: 0, score: 1, signals: { ...signals, document: 0.6, query_terms }, similarity: 0.4 },
          { collection: 0, score: 1, signals: { ...signals, document: 0.1, query_terms }, similarity: 0.5 },
        ],
        { weights, influence: 1 },
      );
      return says - means;
    };
    expect(leadOf(12)).toBeGreaterThan(leadOf(2) + 0.1);
  });

  it('is what the weights say in a usual query, and the same in all where the fit found so', () => {
    expect(trustInWords(USUAL_TERMS, { fewTerms: 6 })).toBe(1);
    expect([1, 5, 50].map((terms) => trustInWords(terms, { fewTerms: 0 }))).toEqual([1, 1, 1]);
    expect(trustInWords(0, { fewTerms: 6 })).toBe(trustInWords(1, { fewTerms: 6 }));
  });
});
