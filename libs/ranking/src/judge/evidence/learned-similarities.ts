import { TEACHERS } from './feedback.js';
import { bestChunk, greatest } from './greatest.js';
import type { CollectionSignals } from './signals.js';

/** Similarity of each candidate to the query moved towards its best answers, the documents of the highest level; the plain one where there is nothing to learn from.
 *  @param levels of each candidate */
export function learnedSimilarities(
  { signals, documents, lessons: lessonsOf }: CollectionSignals,
  levels: readonly number[],
): readonly number[] {
  const cosine = signals.map(({ similarity }) => similarity);
  const lessons = lessonsOf();
  if (lessons === undefined) return cosine;
  const near = (at: number) => signals[at]?.commonSimilarity ?? 0;
  const levelOf = (at: number) => levels[at];
  const bestChunks = documents
    .map(({ chunks }) => ({ chunks, level: greatest(chunks, levelOf) }))
    .sort((a, b) => b.level - a.level)
    .slice(0, TEACHERS)
    .map(({ chunks }) => bestChunk(chunks, near));
  return lessons.by(bestChunks).map((value, at) => value ?? cosine[at] ?? 0);
}
