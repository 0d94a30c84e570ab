import type { LaneWeights } from './lane-weights.js';
import type { CollectionSignals, Signals } from './signals.js';

/** The scale shared by all collections: BM25 of the document by pooled counts as a share of its ideal, plus the common model's best cosine of its
 *  chunks. A chunk that says less than the best one of its document lies lower by as much. @returns one level per candidate */
export function levelsOf({ signals, documents }: CollectionSignals, weights: LaneWeights): number[] {
  const chunkLevels = signals.map((one) => chunkLevel(one, weights));
  const levels = new Array<number>(signals.length).fill(0);
  for (const { chunks, lexical } of documents) {
    const cosine = Math.max(...chunks.map((at) => signals[at]?.semantic.common ?? 0));
    const fuzzy = Math.max(...chunks.map((at) => signals[at]?.fuzzy ?? 0));
    const level = weights.keyword * lexical.common + weights.semantic * cosine + weights.fuzzy * fuzzy;
    const best = Math.max(...chunks.map((at) => chunkLevels[at] ?? 0));
    for (const at of chunks) levels[at] = level - (best - (chunkLevels[at] ?? 0));
  }
  return levels;
}

function chunkLevel({ lexical, semantic, fuzzy }: Signals, weights: LaneWeights): number {
  return weights.keyword * lexical.common + weights.semantic * semantic.common + weights.fuzzy * fuzzy;
}
