import type { Candidate } from '@tributary/engines-port';
import { laneWeights, type JudgedHit } from '@tributary/ranking';
import { expect, it } from 'vitest';
import type { HeadDocument } from './head.js';
import { judgeAnew, type Given } from './judge-anew.js';
import type { Reranking } from './reranking.js';

// Safe: what judges anew looks at no more of it than this.
const candidate = (id: string) => ({ id, docId: id }) as Candidate;
// Safe: the same.
const reranking = { reranker: { name: 'by-minilm', model: 'minilm' }, weight: 1 } as Reranking;
const weights = laneWeights('hybrid');

function document(id: string, own: number, words: number): HeadDocument {
  const signals = { document: words, title: 0, feedback: 0, word_match: 0.4, fuzzy: 0, own };
  const best: JudgedHit<Candidate> = { collection: 0, candidate: candidate(id), score: own, relevance: 0.5, signals: () => signals };
  return { best, hits: [best] };
}

const towards = (...numbers: readonly number[]) => Float32Array.from(numbers);

it('draws a document towards those that the other model knows to be like it', () => {
  const head = [document('good', 2, 0.9), document('apart', 1, 0.3), document('alike', 1, 0.3)];
  const given = (vectors: readonly (Float32Array | undefined)[]): readonly Given[] =>
    vectors.map((vector) => ({ score: 0.4, vector, isKnown: false }));
  const [, apart, alike] = judgeAnew(head, given([towards(1, 0), towards(0, 1), towards(1, 0)]), { reranking, weights });
  expect(Number(alike)).toBeGreaterThan(Number(apart));
  const [, one, other] = judgeAnew(head, given([undefined, undefined, undefined]), { reranking, weights });
  expect(one).toBe(other);
});

it('leaves a document its score where the judge has gone by that model already, and one without a score its place', () => {
  const head = [document('known', 2, 0.9), document('asked', 1, 0.3), document('late', 0.5, 0.2)];
  const given: readonly Given[] = [
    { score: 0.9, isKnown: true },
    { score: 0.1, isKnown: false },
    { score: undefined, isKnown: false },
  ];
  const [known, asked, late] = judgeAnew(head, given, { reranking, weights });
  expect(known).toBe(2);
  expect(asked).not.toBe(1);
  expect(late).toBeUndefined();
});
