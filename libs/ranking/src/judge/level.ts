import type { LaneWeights } from './lane-weights.js';
import type { Signals } from './signals.js';

/** The scale shared by all collections: BM25 by pooled counts as a share of its ideal, plus the common model's cosine. */
export function levelOf({ lexical, semantic, fuzzy }: Signals, weights: LaneWeights): number {
  return weights.keyword * lexical.common + weights.semantic * semantic.common + weights.fuzzy * fuzzy;
}

/** The same mixture by the collection's own statistics and model: its own order. */
export function ownScoreOf({ lexical, semantic, fuzzy }: Signals, weights: LaneWeights): number {
  return weights.keyword * lexical.own + weights.semantic * semantic.own + weights.fuzzy * fuzzy;
}
