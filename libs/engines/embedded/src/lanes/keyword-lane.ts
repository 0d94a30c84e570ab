import type { Candidate, LaneCandidate, QueryTerm, TermStatistics } from '@tributary/engines-port';
import { bm25Scores, poolCounts } from '@tributary/ranking';
import type { Bitmap } from '../memory/bitmap.js';
import { JointRanking, type Depth } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';

/** A collection in which the lane looks. */
interface Searched {
  readonly projection: Projection;
  readonly admitted: Bitmap;
  readonly statistics: TermStatistics;
}

/** Counts behind BM25 of a whole collection. */
export function statisticsOf({ points, totalLength, postings, live, gaps }: Projection, terms: readonly QueryTerm[]): TermStatistics {
  return { points, totalLength, documentFrequency: terms.map(({ id }) => postings.documentFrequency(id, live, gaps > 0)) };
}

/** The best admitted points of each collection by BM25; of several by the statistics of all of them, since scores by their own say nothing of each other. */
export function keywordLane(searched: readonly Searched[], terms: readonly QueryTerm[], depth: Depth): readonly (readonly RankedSlot[])[] {
  const counts = poolCounts(searched.map(({ statistics }) => statistics));
  const best = new JointRanking(
    searched.map(({ projection }) => projection.isBefore),
    depth,
  );
  for (const [at, { projection, admitted }] of searched.entries()) {
    const { postings, lengthOfSlot } = projection;
    postings.rank({ terms, counts, admitted, lengthOfSlot }, best.of(at));
  }
  return best.rankings();
}

/** A keyword ranking with the scores, and in the order, of the collection's own statistics. */
export function byOwnStatistics(
  ranking: readonly LaneCandidate[],
  candidates: readonly Candidate[],
  context: { readonly terms: readonly QueryTerm[]; readonly counts: TermStatistics },
): readonly LaneCandidate[] {
  const scores = bm25Scores(
    ranking.flatMap(({ candidate }) => candidates[candidate] ?? []),
    context,
  );
  const idOf = (at: number) => candidates[at]?.id ?? '';
  return ranking
    .map(({ candidate }, rank) => ({ candidate, score: scores[rank] ?? 0 }))
    .sort((a, b) => b.score - a.score || (idOf(a.candidate) < idOf(b.candidate) ? -1 : 1));
}
