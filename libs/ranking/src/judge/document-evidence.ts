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
  const averageLength = averageDocumentLength(documents, { candidates, counts });
  const idfs = terms.map((_, term) => idf(counts.points, counts.documentFrequency[term] ?? 0));
  return documents.map(({ chunks, length }) =>
    terms.reduce((sum, { weight }, term) => {
      let body = 0;
      for (const at of chunks) body += candidates[at]?.body[term] ?? 0;
      const title = titleCount(chunks, candidates, term);
      return sum + weight * (idfs[term] ?? 0) * bm25Weight({ body, title, length, averageLength });
    }, 0),
  );
}

/** Mean length of all documents of the collection: the mean length of its chunks, which is known, times the mean number of chunks of a document. */
function averageDocumentLength(
  documents: readonly NominatedDocument[],
  { candidates, counts }: { readonly candidates: readonly JudgedCandidate[]; readonly counts: TermCounts },
): number {
  if (counts.points === 0) return documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  return (counts.totalLength / counts.points) * chunksPerDocument(documents, candidates);
}

/** By the harmonic mean over the nominated chunks, since a document is met as often as it has chunks. */
function chunksPerDocument(documents: readonly NominatedDocument[], candidates: readonly JudgedCandidate[]): number {
  const shares = documents.reduce((sum, { chunks }) => sum + chunks.length / chunksOf(chunks, candidates), 0);
  return shares > 0 ? candidates.length / shares : 1;
}

function chunksOf(chunks: readonly number[], candidates: readonly JudgedCandidate[]): number {
  return Math.max(chunks.length, candidates[chunks[0] ?? 0]?.totalChunks ?? 1);
}

/** BM25 of each document's title path, without length normalisation: a title is short by nature. A word tells by how few titles have it: those of the
 *  nominated documents are counted, since a document whose title says a rare word of the query is among them. */
export function titleScores(
  documents: readonly NominatedDocument[],
  {
    candidates,
    terms,
    counts,
  }: { readonly candidates: readonly JudgedCandidate[]; readonly terms: readonly JudgedTerm[]; readonly counts: TermCounts },
): number[] {
  const titles = documents.map(({ chunks }) => terms.map((_, term) => titleCount(chunks, candidates, term)));
  const all = Math.max(documents.length, counts.points / chunksPerDocument(documents, candidates));
  const idfs = terms.map((_, term) => idf(all, titles.filter((title) => (title[term] ?? 0) > 0).length));
  return titles.map((title) =>
    terms.reduce((sum, { weight }, term) => {
      const count = title[term] ?? 0;
      return sum + (weight * (idfs[term] ?? 0) * count * (BM25.k1 + 1)) / (count + BM25.k1);
    }, 0),
  );
}

function titleCount(chunks: readonly number[], candidates: readonly JudgedCandidate[], term: number): number {
  let most = 0;
  for (const at of chunks) most = Math.max(most, candidates[at]?.title[term] ?? 0);
  return most;
}

function estimatedLength(chunks: readonly number[], candidates: readonly JudgedCandidate[]): number {
  const known = chunks.reduce((sum, at) => sum + (candidates[at]?.length ?? 0), 0);
  return (known / Math.max(1, chunks.length)) * chunksOf(chunks, candidates);
}
