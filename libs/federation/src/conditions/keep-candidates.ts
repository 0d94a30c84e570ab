import type { Lane } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { LaneRanking } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';

/** The nomination with only some of its candidates; ranks in the lanes close up. */
export function keepCandidates(nomination: Nomination, isKept: (candidate: Candidate) => boolean): Nomination {
  const { candidates, rankings } = nomination;
  const kept = candidates.filter(isKept);
  if (kept.length === candidates.length) return nomination;
  const newIndex = new Map(kept.map((candidate, at) => [candidates.indexOf(candidate), at]));
  return { ...nomination, candidates: kept, rankings: mapRankings(rankings, newIndex) };
}

function mapRankings(rankings: Nomination['rankings'], newIndex: ReadonlyMap<number, number>): Nomination['rankings'] {
  const closeUp = (ranking: LaneRanking): LaneRanking =>
    ranking.flatMap(({ candidate, score }) => {
      const at = newIndex.get(candidate);
      return at === undefined ? [] : [{ candidate: at, score }];
    });
  const mapped: Partial<Record<Lane, LaneRanking>> = {};
  for (const lane of ['semantic', 'keyword', 'fuzzy'] as const) {
    const ranking = rankings[lane];
    if (ranking) mapped[lane] = closeUp(ranking);
  }
  return mapped;
}
