import type { Lane } from '@tributary/contracts';
import { bestFused, fuse } from '../../fusion/fuse.js';
import { joinRankings } from './join-collections.js';
import type { FusionMethod, LaneWeights } from '../weights/lane-weights.js';
import { laneOrder } from '../level/own-order.js';
import type { CollectionSignals, JudgedCollection, LaneRanking } from '../evidence/signals.js';

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
  const ids = collections.flatMap(({ candidates }) => candidates.map(({ id }) => id));
  return joinRankings(collections, lane)
    .map(({ candidate }) => ({ candidate, score: scores[candidate] ?? 0, id: ids[candidate] ?? '' }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, DEPTH);
}
