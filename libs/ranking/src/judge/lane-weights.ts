import type { Algorithm, Lane } from '@tributary/contracts';

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
  if (algorithm === 'semantic' || algorithm === 'keyword' || algorithm === 'fuzzy') return { semantic, keyword, fuzzy };
  return { semantic: given.semantic ?? semantic, keyword: given.keyword ?? keyword, fuzzy: given.fuzzy ?? fuzzy };
}

/** The lanes to run. */
export function lanesOf(weights: LaneWeights): readonly Lane[] {
  return (['semantic', 'keyword', 'fuzzy'] as const).filter((lane) => weights[lane] > 0);
}
