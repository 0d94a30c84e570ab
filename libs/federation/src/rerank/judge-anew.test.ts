import type { Candidate } from '@tributary/engines-port';
import { laneWeights, type JudgedHit } from '@tributary/ranking';
import { expect, it } from 'vitest';
import type { HeadDocument } from './head.js';
import { judgeAnew, type Given } from './judge-anew.js';
import type { Reranking } from './reranking.js';

// Safe: what judges anew looks at no more of it than this.
const candidate = (id: string, commonVector: Float32Array) => ({ id, docId: id, commonVector }) as Candidate;
// Safe: the same.
const reranking = { reranker: { name: 'by-minilm', model: 'minilm' }, weight: 1 } as Reranking;
const weights = laneWeights('hybrid');

const [here, there] = [Float32Array.from([1, 0]), Float32Array.from([0, 1])];

function document(
  id: string,
  own: number,
  { words, vector = here }: { readonly words: number; readonly vector?: Float32Array },
): HeadDocument {
  const signals = { document: words, title: 0, feedback: 0, word_match: 0.4, fuzzy: 0, own };
  const best: JudgedHit<Candidate> = {
    collection: 0,
    candidate: candidate(id, vector),
    score: own,
    relevance: 0.5,
    signals: () => signals,
  };
  return { best, hits: [best] };
}

it('draws a document towards those like it by the common model', () => {
  const head = [
    document('good', 2, { words: 0.9 }),
    document('apart', 1, { words: 0.3, vector: there }),
    document('alike', 1, { words: 0.3 }),
  ];
  const given = head.map((): Given => ({ score: 0.4, isKnown: false }));
  const [, apart, alike] = judgeAnew(head, given, { reranking, weights });
  expect(Number(alike)).toBeGreaterThan(Number(apart));
});

it('leaves a document its score where the judge has gone by that model already, and one without a score its place', () => {
  const head = [document('known', 2, { words: 0.9 }), document('asked', 1, { words: 0.3 }), document('late', 0.5, { words: 0.2 })];
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
