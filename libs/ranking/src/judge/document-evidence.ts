import { BM25, bm25Weight, idf } from '../bm25/bm25.js';
import type { JudgedTerm } from './lexical.js';
import type { JudgedCandidate } from './judged-candidate.js';
import type { TermCounts } from './term-counts.js';

/** The nominated chunks of one document, as indexes into the candidates. */
export interface NominatedDocument {
  readonly chunks: readonly number[];
  /** Tokens of the whole document: those of its nominated chunks, scaled to all of its chunks. */
  readonly length: number;
}

/** The candidates by document, in order of first appearance. */
export function groupByDocument(candidates: readonly JudgedCandidate[]): readonly NominatedDocument[] {
  const chunksOf = new Map<string, number[]>();
  candidates.forEach(({ docId }, at) => {
    const chunks = chunksOf.get(docId);
    if (chunks) chunks.push(at);
    else chunksOf.set(docId, [at]);
  });
  return [...chunksOf.values()].map((chunks) => ({ chunks, length: estimatedLength(chunks, candidates) }));
}

/** BM25 of each document over all its nominated chunks together, by the collection's counts of chunks: what a long document says in several places
 *  counts once with its sum. Measured: as good as with all chunks of the document and counts of documents (docs/ranking.md). */
export function documentScores(
  documents: readonly NominatedDocument[],
  {
    candidates,
    terms,
    counts,
  }: { readonly candidates: readonly JudgedCandidate[]; readonly terms: readonly JudgedTerm[]; readonly counts: TermCounts },
): number[] {
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const idfs = terms.map((_, term) => idf(counts.points, counts.documentFrequency[term] ?? 0));
  return documents.map(({ chunks, length }) =>
    terms.reduce((sum, { weight }, term) => {
      const body = chunks.reduce((total, at) => total + (candidates[at]?.body[term] ?? 0), 0);
      const title = titleCount(chunks, candidates, term);
      return sum + weight * (idfs[term] ?? 0) * bm25Weight({ body, title, length, averageLength });
    }, 0),
  );
}

/** BM25 of each document's title path, without length normalisation: a title is short by nature. */
export function titleScores(
  documents: readonly NominatedDocument[],
  {
    candidates,
    terms,
    counts,
  }: { readonly candidates: readonly JudgedCandidate[]; readonly terms: readonly JudgedTerm[]; readonly counts: TermCounts },
): number[] {
  const idfs = terms.map((_, term) => idf(counts.points, counts.documentFrequency[term] ?? 0));
  return documents.map(({ chunks }) =>
    terms.reduce((sum, { weight }, term) => {
      const count = titleCount(chunks, candidates, term);
      return sum + (weight * (idfs[term] ?? 0) * count * (BM25.k1 + 1)) / (count + BM25.k1);
    }, 0),
  );
}

function titleCount(chunks: readonly number[], candidates: readonly JudgedCandidate[], term: number): number {
  return chunks.reduce((most, at) => Math.max(most, candidates[at]?.title[term] ?? 0), 0);
}

function estimatedLength(chunks: readonly number[], candidates: readonly JudgedCandidate[]): number {
  const known = chunks.reduce((sum, at) => sum + (candidates[at]?.length ?? 0), 0);
  const total = candidates[chunks[0] ?? 0]?.totalChunks ?? chunks.length;
  return (known / Math.max(1, chunks.length)) * Math.max(total, chunks.length);
}
