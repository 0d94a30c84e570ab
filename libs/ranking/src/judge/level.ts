import type { LaneWeights } from './lane-weights.js';
import { LEVEL } from './parameters.js';
import type { CollectionSignals, Signals } from './signals.js';

/** The scale shared by all collections: BM25 of the document by pooled counts as a share of its ideal, the common model's best cosine of its chunks,
 *  and how well it says the words of the query or others like them. A chunk that says less than the best one of its document lies lower by as much.
 *  @param wordMatches of each document @returns one level per candidate */
export function levelsOf({ signals, documents }: CollectionSignals, wordMatches: readonly number[], weights: LaneWeights): number[] {
  const levels = signals.map((one) => chunkLevel(one, weights));
  documents.forEach(({ chunks, lexical }, at) => {
    let cosine = -Infinity;
    let fuzzy = -Infinity;
    let best = -Infinity;
    for (const chunk of chunks) {
      cosine = Math.max(cosine, signals[chunk]?.commonSimilarity ?? 0);
      fuzzy = Math.max(fuzzy, signals[chunk]?.fuzzy ?? 0);
      best = Math.max(best, levels[chunk] ?? 0);
    }
    const sense = LEVEL.cosine * cosine + LEVEL.wordMatch * (wordMatches[at] ?? 0);
    const level = weights.keyword * lexical.common + weights.semantic * sense + weights.fuzzy * fuzzy;
    for (const chunk of chunks) levels[chunk] = level - (best - (levels[chunk] ?? 0));
  });
  return levels;
}

function chunkLevel({ lexical, commonSimilarity, fuzzy }: Signals, weights: LaneWeights): number {
  return weights.keyword * lexical.common + weights.semantic * LEVEL.cosine * commonSimilarity + weights.fuzzy * fuzzy;
}
