import type { Algorithm, Lane } from '@tributary/contracts';

/** An algorithm that fuses the rankings of lanes. */
export type FusionMethod = Extract<Algorithm, 'rrf' | 'dbsf'>;

/** How much each lane counts; 0 means that it is not run. */
export type LaneWeights = Readonly<Record<Lane, number>>;

const DEFAULTS: Readonly<Record<Algorithm, LaneWeights>> = {
  hybrid: { semantic: 1, keyword: 1, fuzzy: 0 },
  rrf: { semantic: 1, keyword: 1, fuzzy: 0 },
  dbsf: { semantic: 1, keyword: 1, fuzzy: 0 },
  semantic: { semantic: 1, keyword: 0, fuzzy: 0 },
  keyword: { semantic: 0, keyword: 1, fuzzy: 0 },
  fuzzy: { semantic: 0, keyword: 0, fuzzy: 1 },
};

/** The weights of an algorithm with the caller's own in place of the defaults; an algorithm of one lane keeps to it. */
export function laneWeights(algorithm: Algorithm, given: Readonly<Partial<Record<Lane, number | undefined>>> = {}): LaneWeights {
  const { semantic, keyword, fuzzy } = DEFAULTS[algorithm];
  if (isLane(algorithm)) return { semantic, keyword, fuzzy };
  return scaled({ semantic: given.semantic ?? semantic, keyword: given.keyword ?? keyword, fuzzy: given.fuzzy ?? fuzzy });
}

/** Only the proportions matter: the greatest weight is brought to 1, since what is added to weighted sums, as levels and what sets a document back, is not weighted. */
function scaled(weights: LaneWeights): LaneWeights {
  const greatest = Math.max(weights.semantic, weights.keyword, weights.fuzzy);
  if (greatest === 0) return weights;
  return { semantic: weights.semantic / greatest, keyword: weights.keyword / greatest, fuzzy: weights.fuzzy / greatest };
}

/** Whether an algorithm goes by one lane alone. */
export function isLane(algorithm: Algorithm): algorithm is Lane {
  return algorithm === 'semantic' || algorithm === 'keyword' || algorithm === 'fuzzy';
}

export function isFusion(algorithm: Algorithm): algorithm is FusionMethod {
  return algorithm === 'rrf' || algorithm === 'dbsf';
}

/** The lanes to run. */
export function lanesOf(weights: LaneWeights): readonly Lane[] {
  return (['semantic', 'keyword', 'fuzzy'] as const).filter((lane) => weights[lane] > 0);
}
