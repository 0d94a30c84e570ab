import type { Lane } from '@tributary/contracts';
import type { JudgedCandidate } from './judged-candidate.js';
import type { JudgedCollection, LaneRanking } from './signals.js';
import type { TermCounts } from './term-counts.js';

/** Whether cosines of all can be compared. */
export function areOfOneModel(collections: readonly Pick<JudgedCollection, 'model'>[]): boolean {
  return collections.every(({ model }) => model === collections[0]?.model);
}

/** The candidates of several collections as those of one, in the order of the collections. Where all are of one model its cosines are kept; else only those of
 *  the common model can be compared, and take their place. @param counts of all of them together */
export function joinCollections(collections: readonly JudgedCollection[], counts: TermCounts): JudgedCollection {
  const isOneModel = areOfOneModel(collections);
  return {
    candidates: collections.flatMap(({ candidates }, at) => candidates.map((candidate) => joined(candidate, { at, isOneModel }))),
    counts,
    rankings: { fuzzy: joinRankings(collections, 'fuzzy') },
    model: isOneModel ? (collections[0]?.model ?? '') : '',
    isCommonModel: !isOneModel || (collections[0]?.isCommonModel ?? true),
  };
}

/** Ids of documents may stand in several adopted collections, for different documents. */
function joined(candidate: JudgedCandidate, { at, isOneModel }: { readonly at: number; readonly isOneModel: boolean }): JudgedCandidate {
  const docId = `${at.toString()}/${candidate.docId}`;
  return isOneModel ? { ...candidate, docId } : { ...candidate, docId, similarity: candidate.commonSimilarity ?? 0 };
}

function joinRankings(collections: readonly JudgedCollection[], lane: Lane): LaneRanking {
  let from = 0;
  return collections.flatMap(({ candidates, rankings }) => {
    const start = from;
    from += candidates.length;
    return (rankings[lane] ?? []).map(({ candidate, score }) => ({ candidate: start + candidate, score }));
  });
}
