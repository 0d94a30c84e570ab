import type { Lane } from '@tributary/contracts';
import type { FusionMethod, LaneWeights } from '../judge/weights/lane-weights.js';
import type { LaneRanking } from '../judge/evidence/signals.js';

/** Cormack, Clarke & Büttcher 2009. */
const RRF_K = 60;
const DEVIATIONS = 3;

/** Fuses the lanes of one collection into one score per candidate, 0 for one that no lane nominated.
 *  `rrf`: weighted sum of 1 / (60 + rank), ranks from 1. `dbsf`: weighted sum of scores that map mean ± 3 standard deviations to 0 and 1. */
export function fuse(
  method: FusionMethod,
  {
    rankings,
    weights,
    candidates,
  }: { readonly rankings: Partial<Record<Lane, LaneRanking>>; readonly weights: LaneWeights; readonly candidates: number },
): number[] {
  const fused = new Array<number>(candidates).fill(0);
  for (const lane of ['semantic', 'keyword', 'fuzzy'] as const) {
    const ranking = rankings[lane] ?? [];
    const scores = method === 'rrf' ? reciprocalRanks(ranking) : standardScores(ranking);
    ranking.forEach(({ candidate }, at) => {
      fused[candidate] = (fused[candidate] ?? 0) + weights[lane] * (scores[at] ?? 0);
    });
  }
  return fused;
}

/** The score of a candidate that is first in every lane. */
export function bestFused(method: FusionMethod, weights: LaneWeights): number {
  const sum = weights.semantic + weights.keyword + weights.fuzzy;
  return method === 'rrf' ? sum / (RRF_K + 1) : sum;
}

function reciprocalRanks(ranking: LaneRanking): number[] {
  return ranking.map((_, at) => 1 / (RRF_K + at + 1));
}

/** Distribution-based score fusion as Qdrant does it, but held between 0 and 1; a lane whose scores are all equal says ½. */
function standardScores(ranking: LaneRanking): number[] {
  const mean = ranking.reduce((sum, { score }) => sum + score, 0) / ranking.length;
  const variance = ranking.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / Math.max(1, ranking.length - 1);
  const spread = 2 * DEVIATIONS * Math.sqrt(variance);
  if (!(spread > 0)) return ranking.map(() => 0.5);
  return ranking.map(({ score }) => Math.min(1, Math.max(0, (score - mean) / spread + 0.5)));
}
