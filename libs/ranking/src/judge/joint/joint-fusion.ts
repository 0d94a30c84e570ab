import type { Lane } from '@tributary/contracts';
import { bestFused, fuse } from '../../fusion/fuse.js';
import { joinRankings } from './join-collections.js';
import type { FusionMethod, LaneWeights } from '../weights/lane-weights.js';
import { laneOrder } from '../level/own-order.js';
import type { CollectionSignals, JudgedCollection, LaneRanking } from '../evidence/signals.js';

/** As deep as a lane looks into one collection. */
const DEPTH = 100;
/** The best of what no lane would name, as a share of the last that one would. */
const BELOW = 0.99;

interface FusedTogether {
  readonly collections: readonly JudgedCollection[];
  /** Of all their candidates, in the order of the collections. */
  readonly signals: CollectionSignals;
  readonly weights: LaneWeights;
}

/** The lanes of several collections of one model fused as if all lay in one: those that its lanes would name, and below these what the lanes of the collections name besides, fused as deep as they go.
 *  @returns of each candidate, 1 for one that is first in every lane */
export function fuseTogether(method: FusionMethod, { collections, signals, weights }: FusedTogether): readonly number[] {
  const rankings: Partial<Record<Lane, LaneRanking>> = {};
  const first: Partial<Record<Lane, LaneRanking>> = {};
  for (const lane of ['semantic', 'keyword', 'fuzzy'] as const) {
    const ranking = laneOverAll(lane, { collections, signals });
    rankings[lane] = ranking;
    first[lane] = ranking.slice(0, DEPTH);
  }
  const best = bestFused(method, weights);
  const candidates = signals.signals.length;
  const named = new Set(Object.values(first).flatMap((ranking) => ranking.map(({ candidate }) => candidate)));
  const scores = fuse(method, { rankings: first, weights, candidates }).map((score) => score / best);
  if (named.size === candidates) return scores;
  const all = fuse(method, { rankings, weights, candidates });
  const lowest = scores.reduce((least, score, at) => (named.has(at) ? Math.min(least, score) : least), 1);
  const highest = all.reduce((most, score, at) => (named.has(at) ? most : Math.max(most, score)), 0);
  return scores.map((score, at) => (named.has(at) || highest === 0 ? score : (BELOW * lowest * (all[at] ?? 0)) / highest));
}

/** What a lane nominated in any collection, by what it says of all of them. */
function laneOverAll(lane: Lane, { collections, signals }: Pick<FusedTogether, 'collections' | 'signals'>): LaneRanking {
  const { scores } = laneOrder(signals, lane);
  const ids = collections.flatMap(({ candidates }) => candidates.map(({ id }) => id));
  return joinRankings(collections, lane)
    .map(({ candidate }) => ({ candidate, score: scores[candidate] ?? 0, id: ids[candidate] ?? '' }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
