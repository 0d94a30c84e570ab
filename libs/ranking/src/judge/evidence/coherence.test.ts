import { describe, expect, it } from 'vitest';
import { coherence } from './coherence.js';
import { groupByDocument } from './document-evidence.js';
import type { JudgedCandidate } from '../judged-candidate.js';
import { candidate, collection, rank } from '../judging.fixture.js';

/** A unit vector: by so much of what `subject` is about, and for the rest of what nothing else is. */
function about(subject: number, share: number, at: number): Float32Array {
  const vector = new Float32Array(64);
  vector[subject] = share;
  vector[10 + at] = Math.sqrt(1 - share ** 2);
  return vector;
}

/** Documents of ten passages, every second of which was nominated, alike by `share`² within a document. */
function documentsOf(count: number, share: number): JudgedCandidate[] {
  return Array.from({ length: count }, (_, document) =>
    Array.from({ length: 5 }, (_, at) =>
      candidate(`${document.toString()}-${at.toString()}`, {
        docId: document.toString(),
        chunkIndex: 2 * at,
        totalChunks: 10,
        commonVector: about(document, share, 5 * document + at),
      }),
    ),
  ).flat();
}

function coherenceOf(candidates: readonly JudgedCandidate[]): number {
  return coherence(groupByDocument(candidates, 2), candidates);
}

describe('documents are about', () => {
  it('one thing each where their distant passages are more alike than those of different documents', () => {
    expect(coherenceOf(documentsOf(4, 0.6))).toBe(1);
  });

  it('many things where these are no more alike', () => {
    // One pair that nobody saw counts as coherent, beside six distant ones in each of four documents.
    expect(coherenceOf(documentsOf(4, 0))).toBeCloseTo(1 / 25, 6);
  });

  it('something between, in proportion', () => {
    const alike = 0.09;
    expect(coherenceOf(documentsOf(4, Math.sqrt(alike)))).toBeCloseTo((24 * (alike / 0.15) + 1) / 25, 6);
  });

  it('one thing each where nothing tells: no distant passages, no places, no vectors, a single document, nothing', () => {
    const near = documentsOf(4, 0).filter(({ chunkIndex = 0 }) => chunkIndex <= 2);
    const placeless = documentsOf(4, 0).map(({ chunkIndex: _, ...rest }) => rest);
    const unknown = documentsOf(4, 0).map(({ commonVector: _, ...rest }) => rest);
    expect([near, placeless, unknown, documentsOf(1, 0), []].map(coherenceOf)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('words of a query that stand in distant passages of one document', () => {
  /** Of two documents one says both words in one passage, the other each of them in another passage. */
  function said(share: number) {
    const [together, apart, ...others] = documentsOf(6, share).reduce<JudgedCandidate[][]>((documents, passage) => {
      (documents[Number(passage.docId)] ??= []).push(passage);
      return documents;
    }, []);
    const counts = (passages: readonly JudgedCandidate[] = [], of: readonly (readonly number[])[]) =>
      passages.map((passage, at) => ({ ...passage, body: Uint8Array.from(of[at] ?? [0, 0]) }));
    const candidates = [...counts(apart, [[2, 0], [], [0, 2]]), ...counts(together, [[1, 1]]), ...others.flat()];
    return rank([collection(candidates)]).map((hit) => ({
      docId: hit.candidate.docId,
      coherence: hit.signals()['coherence'],
      relevance: hit.relevance,
    }));
  }

  it('count together where documents are about one thing, and by the best passage where they are not', () => {
    expect(said(0.9)[0]).toMatchObject({ docId: '1', coherence: 1 });
    const [first, ...others] = said(0);
    expect(first?.docId).toBe('0');
    expect(first?.coherence).toBeLessThan(0.1);
    const apart = others.filter(({ docId }) => docId === '1').map(({ relevance }) => relevance);
    expect(first?.relevance).toBeGreaterThan(Math.max(...apart));
  });
});
