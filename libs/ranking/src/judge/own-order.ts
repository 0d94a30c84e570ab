import type { Lane } from '@tributary/contracts';
import { learnedSimilarities } from './feedback.js';
import type { LaneWeights } from './lane-weights.js';
import { levelsOf } from './level.js';
import { CHUNK_STEEPNESS, LEVEL, OWN_ORDER, type OwnOrderWeights } from './parameters.js';
import type { CollectionSignals } from './signals.js';

/** The order of one collection's candidates, as scores whose differences count. */
export interface OwnOrder {
  readonly scores: readonly number[];
  /** What the score of a candidate is made of, by name, where all evidence counts. */
  readonly evidence?: (candidate: number) => Readonly<Record<string, number>>;
}

/** The order by one lane alone: exactly the lane's own. */
export function laneOrder({ signals }: CollectionSignals, lane: Lane): OwnOrder {
  return { scores: signals.map(({ lexical, semantic, fuzzy }) => ({ keyword: lexical.own, semantic: semantic.own, fuzzy })[lane]) };
}

/** What counts how much in a collection's own order, by its model. */
export function orderWithin({ isCommonModel }: Pick<CollectionSignals, 'isCommonModel'>): OwnOrderWeights {
  return OWN_ORDER[isCommonModel ? 'common' : 'other'];
}

/** The order by all evidence: documents by what all their nominated chunks say together, and the chunks of one document by what each says itself.
 *  @param wordMatches of each document */
export function evidenceOrder(
  collection: CollectionSignals,
  wordMatches: readonly number[],
  { weights, order }: { readonly weights: LaneWeights; readonly order: OwnOrderWeights },
): OwnOrder {
  const { signals, documents } = collection;
  const feedback = learnedSimilarities(collection, levelsOf(collection, wordMatches, { weights, cosine: LEVEL.cosine.placing }));
  const height = Math.max(1e-6, ...documents.map(({ lexical }) => lexical.own)) ** order.gamma;
  const cosine = signals.map(({ similarity }) => similarity);
  const chunkScores = signals.map(({ lexical, fuzzy }, at) => {
    const sense = order.similarity * (cosine[at] ?? 0) + order.feedback * (feedback[at] ?? 0);
    return weights.keyword * (lexical.own / height) + weights.semantic * sense + weights.fuzzy * fuzzy;
  });
  const scores = new Array<number>(signals.length).fill(0);
  const documentOf = new Array<number>(signals.length).fill(0);
  for (const [at, { chunks, lexical, title }] of documents.entries()) {
    const words = (lexical.own + order.title * title) / height;
    const [near, learned, match] = [bestOf(chunks, cosine), bestOf(chunks, feedback), wordMatches[at] ?? 0];
    const sense = order.similarity * near + order.feedback * learned + order.wordMatch * match;
    const fuzzy = Math.max(...chunks.map((chunk) => signals[chunk]?.fuzzy ?? 0));
    const score = weights.keyword * words + weights.semantic * sense + weights.fuzzy * fuzzy;
    const best = bestOf(chunks, chunkScores);
    for (const chunk of chunks) {
      scores[chunk] = score - CHUNK_STEEPNESS * (best - (chunkScores[chunk] ?? 0));
      documentOf[chunk] = at;
    }
  }
  const evidence = (candidate: number) => {
    const at = documentOf[candidate] ?? 0;
    const { chunks = [], lexical, title = 0 } = documents[at] ?? {};
    return {
      document: lexical?.own ?? 0,
      title,
      similarity: bestOf(chunks, cosine),
      feedback: bestOf(chunks, feedback),
      word_match: wordMatches[at] ?? 0,
      own: scores[candidate] ?? 0,
    };
  };
  return { scores, evidence };
}

function bestOf(chunks: readonly number[], values: readonly number[]): number {
  return Math.max(...chunks.map((at) => values[at] ?? 0));
}
