import type { LaneWeights } from './lane-weights.js';
import { LEVEL } from './parameters.js';
import type { CollectionSignals, Signals } from './signals.js';

export interface LevelScale {
  readonly weights: LaneWeights;
  /** How much the common cosine counts beside the words. */
  readonly cosine: number;
}

/** The scale shared by all collections: BM25 of the document by pooled counts as a share of its ideal, the common model's best cosine of its chunks,
 *  and how well it says the words of the query or others like them. A chunk that says less than the best one of its document lies lower by as much.
 *  @param wordMatches of each document @returns one level per candidate */
export function levelsOf({ signals, documents }: CollectionSignals, wordMatches: readonly number[], scale: LevelScale): number[] {
  const { weights } = scale;
  const levels = signals.map((one) => chunkLevel(one, scale));
  documents.forEach(({ chunks, lexical }, at) => {
    let cosine = -Infinity;
    let fuzzy = -Infinity;
    let best = -Infinity;
    for (const chunk of chunks) {
      cosine = Math.max(cosine, signals[chunk]?.commonSimilarity ?? 0);
      fuzzy = Math.max(fuzzy, signals[chunk]?.fuzzy ?? 0);
      best = Math.max(best, levels[chunk] ?? 0);
    }
    const sense = scale.cosine * cosine + LEVEL.wordMatch * (wordMatches[at] ?? 0);
    const level = weights.keyword * lexical.common + weights.semantic * sense + weights.fuzzy * fuzzy;
    for (const chunk of chunks) levels[chunk] = level - (best - (levels[chunk] ?? 0));
  });
  return levels;
}

function chunkLevel({ lexical, commonSimilarity, fuzzy }: Signals, { weights, cosine }: LevelScale): number {
  return weights.keyword * lexical.common + weights.semantic * cosine * commonSimilarity + weights.fuzzy * fuzzy;
}
