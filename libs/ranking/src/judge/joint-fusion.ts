import type { Lane } from '@tributary/contracts';
import { bestFused, fuse } from '../fusion/fuse.js';
import type { FusionMethod, LaneWeights } from './lane-weights.js';
import { laneOrder } from './own-order.js';
import type { CollectionSignals, JudgedCollection, LaneRanking } from './signals.js';

/** As deep as a lane looks into one collection. */
const DEPTH = 100;

interface FusedTogether {
  readonly collections: readonly JudgedCollection[];
  /** Of all their candidates, in the order of the collections. */
  readonly signals: CollectionSignals;
  readonly weights: LaneWeights;
}

/** The lanes of several collections of one model fused as if all lay in one. @returns of each candidate, 1 for one that is first in every lane */
export function fuseTogether(method: FusionMethod, { collections, signals, weights }: FusedTogether): readonly number[] {
  const rankings: Partial<Record<Lane, LaneRanking>> = {};
  for (const lane of ['semantic', 'keyword', 'fuzzy'] as const) rankings[lane] = laneOverAll(lane, { collections, signals });
  const best = bestFused(method, weights);
  return fuse(method, { rankings, weights, candidates: signals.signals.length }).map((score) => score / best);
}

/** What a lane nominated in any collection, by what it says of all of them. */
function laneOverAll(lane: Lane, { collections, signals }: Pick<FusedTogether, 'collections' | 'signals'>): LaneRanking {
  const { scores } = laneOrder(signals, lane);
  let from = 0;
  const nominated = collections.flatMap(({ candidates, rankings }) => {
    const start = from;
    from += candidates.length;
    return (rankings[lane] ?? []).map((one) => {
      const candidate = start + one.candidate;
      return { candidate, score: scores[candidate] ?? 0, id: candidates[one.candidate]?.id ?? '' };
    });
  });
  return nominated.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, DEPTH);
}
