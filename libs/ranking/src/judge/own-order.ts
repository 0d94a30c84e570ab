import type { Lane } from '@tributary/contracts';
import { feedbackSimilarities } from './feedback.js';
import type { LaneWeights } from './lane-weights.js';
import { OWN_ORDER, STEEPNESS } from './parameters.js';
import type { CollectionSignals } from './signals.js';

/** The order of one collection's candidates, as scores whose differences count. */
export interface OwnOrder {
  readonly scores: readonly number[];
  /** How steeply these scores fall into the scale shared by all collections. */
  readonly steepness: number;
}

/** The order by one lane alone: exactly the lane's own. */
export function laneOrder({ signals }: CollectionSignals, lane: Lane): OwnOrder {
  const scores = signals.map(({ lexical, semantic, fuzzy }) => ({ keyword: lexical.own, semantic: semantic.own, fuzzy })[lane]);
  return { scores, steepness: STEEPNESS.lane };
}

/** The order by all evidence: documents by what all their nominated chunks say together, and the chunks of one document by what each says itself. */
export function evidenceOrder(collection: CollectionSignals, weights: LaneWeights): OwnOrder {
  const { signals, documents, isCommonModel } = collection;
  const order = OWN_ORDER[isCommonModel ? 'common' : 'other'];
  const height = Math.max(1e-6, ...documents.map(({ lexical }) => lexical.own)) ** order.gamma;
  const cosine = signals.map(({ similarity }) => similarity);
  const chunkScores = signals.map(
    ({ lexical, fuzzy }, at) =>
      weights.keyword * (lexical.own / height) + weights.semantic * order.similarity * (cosine[at] ?? 0) + weights.fuzzy * fuzzy,
  );
  const bestOf = (chunks: readonly number[], values: readonly number[]) => Math.max(...chunks.map((at) => values[at] ?? 0));
  const firstPass = documents.map(({ lexical, chunks }) => lexical.own + bestOf(chunks, cosine));
  const feedback = feedbackOf(collection, firstPass) ?? cosine;
  const scores = new Array<number>(signals.length).fill(0);
  for (const { chunks, lexical, title } of documents) {
    const bestChunk = Math.max(...chunks.map((at) => signals[at]?.lexical.own ?? 0));
    const words = (lexical.own + order.bestChunk * bestChunk + order.title * title) / height;
    const sense = order.similarity * bestOf(chunks, cosine) + order.feedback * bestOf(chunks, feedback);
    const fuzzy = Math.max(...chunks.map((at) => signals[at]?.fuzzy ?? 0));
    const score = weights.keyword * words + weights.semantic * sense + weights.fuzzy * fuzzy;
    const best = bestOf(chunks, chunkScores);
    for (const at of chunks) scores[at] = score - (best - (chunkScores[at] ?? 0)) / STEEPNESS.evidence;
  }
  return { scores, steepness: STEEPNESS.evidence };
}

function feedbackOf({ signals, documents, vectors }: CollectionSignals, firstPass: readonly number[]): readonly number[] | undefined {
  const byScore = documents.map(({ chunks }, at) => ({ chunks, score: firstPass[at] ?? 0 })).sort((a, b) => b.score - a.score);
  const similarities = signals.map(({ commonSimilarity }) => commonSimilarity);
  const bestChunks = byScore.map(({ chunks }) =>
    chunks.reduce((best, at) => ((similarities[at] ?? 0) > (similarities[best] ?? 0) ? at : best), chunks[0] ?? 0),
  );
  return feedbackSimilarities({ vectors, similarities, bestChunks });
}
