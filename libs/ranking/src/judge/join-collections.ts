import type { Lane } from '@tributary/contracts';
import type { JudgedCollection, LaneRanking } from './signals.js';
import type { TermCounts } from './term-counts.js';

/** The candidates of several collections as those of one, in the order of the collections. Ids of documents may stand in several, for different documents.
 *  @param counts of all of them together */
export function joinCollections(collections: readonly JudgedCollection[], counts: TermCounts): JudgedCollection {
  const [first] = collections;
  return {
    candidates: collections.flatMap(({ candidates }) => candidates),
    counts,
    rankings: { fuzzy: joinRankings(collections, 'fuzzy') },
    model: first?.model ?? '',
    isCommonModel: first?.isCommonModel ?? true,
  };
}

/** What a lane nominated in any of the collections, collection by collection, by the places of the candidates among those of all. */
export function joinRankings(collections: readonly Pick<JudgedCollection, 'candidates' | 'rankings'>[], lane: Lane): LaneRanking {
  let from = 0;
  return collections.flatMap(({ candidates, rankings }) => {
    const start = from;
    from += candidates.length;
    return (rankings[lane] ?? []).map(({ candidate, score }) => ({ candidate: start + candidate, score }));
  });
}
