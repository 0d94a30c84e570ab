import { idf, saturate } from '../../bm25/bm25.js';
import { scoresBy, type LexicalContext, type LexicalScale } from './lexical.js';
import { unitOf, type JudgedCandidate } from '../judged-candidate.js';
import type { TermCounts } from './term-counts.js';

/** The nominated chunks of one document, or of one entry of it, and what they say together. */
export interface NominatedDocument {
  /** Indexes into the candidates. */
  readonly chunks: readonly number[];
  /** Chunks of the whole document, as far as is known; of an entry those that were nominated. */
  readonly totalChunks: number;
  /** Tokens of the whole document: those of its nominated chunks, scaled to all of its chunks. */
  readonly length: number;
  /** Occurrences of each query term: in all of its nominated chunks, and in the title path of the one that has most. */
  readonly body: readonly number[];
  readonly title: readonly number[];
}

/** The candidates by document, in order of first appearance.
 *  @param terms how many the query has */
export function groupByDocument(candidates: readonly JudgedCandidate[], terms: number): readonly NominatedDocument[] {
  const chunksOf = new Map<string, number[]>();
  candidates.forEach((candidate, at) => {
    const unit = unitOf(candidate);
    const chunks = chunksOf.get(unit);
    if (chunks) chunks.push(at);
    else chunksOf.set(unit, [at]);
  });
  return Array.from(chunksOf.values(), (chunks) => nominatedDocument(chunks, candidates, terms));
}

function nominatedDocument(chunks: readonly number[], candidates: readonly JudgedCandidate[], terms: number): NominatedDocument {
  const body = new Array<number>(terms).fill(0);
  const title = new Array<number>(terms).fill(0);
  let known = 0;
  for (const at of chunks) {
    const candidate = candidates[at];
    if (candidate === undefined) continue;
    known += candidate.length;
    for (let term = 0; term < terms; term++) {
      body[term] = (body[term] ?? 0) + (candidate.body[term] ?? 0);
      title[term] = Math.max(title[term] ?? 0, candidate.title[term] ?? 0);
    }
  }
  const { entry, totalChunks: whole = 1 } = candidates[chunks[0] ?? 0] ?? {};
  const totalChunks = entry === undefined ? Math.max(chunks.length, whole) : chunks.length;
  return { chunks, totalChunks, length: (known / Math.max(1, chunks.length)) * totalChunks, body, title };
}

/** BM25 of each document over all its nominated chunks together, by the collection's counts of chunks: what a long document says in several places
 *  counts once with its sum. Measured: as good as with all chunks of the document and counts of documents (docs/ranking.md). */
export function documentScores(
  documents: readonly NominatedDocument[],
  { weights, counts }: Pick<LexicalScale, 'weights' | 'counts'>,
): number[] {
  return scoresBy(documents, { weights, averageLength: averageDocumentLength(documents, counts) });
}

/** Mean length of all documents of the collection: the mean length of its chunks, which is known, times the mean number of chunks of a document. */
function averageDocumentLength(documents: readonly NominatedDocument[], { points, totalLength }: TermCounts): number {
  if (points === 0) return documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  return (totalLength / points) * chunksPerDocument(documents);
}

/** By the harmonic mean over the nominated chunks, since a document is met as often as it has chunks. */
function chunksPerDocument(documents: readonly NominatedDocument[]): number {
  let nominated = 0;
  let shares = 0;
  for (const { chunks, totalChunks } of documents) {
    nominated += chunks.length;
    shares += chunks.length / totalChunks;
  }
  return shares > 0 ? nominated / shares : 1;
}

/** BM25 of each document's title path, without length normalisation: a title is short by nature. A word tells by how few titles have it: those of the
 *  nominated documents are counted, since a document whose title says a rare word of the query is among them. */
export function titleScores(documents: readonly NominatedDocument[], { terms, counts }: LexicalContext): number[] {
  const all = Math.max(documents.length, counts.points / chunksPerDocument(documents));
  const weights = terms.map(({ weight }, term) => weight * idf(all, titlesWith(term, documents)));
  return documents.map(({ title }) => {
    let sum = 0;
    for (let term = 0; term < weights.length; term++) sum += (weights[term] ?? 0) * saturate(title[term] ?? 0, 1);
    return sum;
  });
}

function titlesWith(term: number, documents: readonly NominatedDocument[]): number {
  let titles = 0;
  for (const { title } of documents) if ((title[term] ?? 0) > 0) titles++;
  return titles;
}
