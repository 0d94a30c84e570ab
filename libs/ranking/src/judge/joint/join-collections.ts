import type { Lane } from '@tributary/contracts';
import { fuzzyAmongAll, type Together } from '../evidence/fuzzy-among-all.js';
import type { JudgedCollection, LaneRanking } from '../evidence/signals.js';

/** The candidates of several collections as those of one, in the order of the collections. Ids of documents may stand in several, for different documents.
 *  @param all of them together */
export function joinCollections(collections: readonly JudgedCollection[], all: Together): JudgedCollection {
  const [first] = collections;
  return {
    candidates: collections.flatMap(({ candidates }) => candidates),
    counts: all.counts,
    rankings: {
      fuzzy: joinRankings(
        collections.map((one) => fuzzyAmongAll(one, all)),
        'fuzzy',
      ),
    },
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
