import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';

/** So many say most of the query's words. */
const SAYING_MOST = 8;

/** The passages that say most of the query's words by themselves, wherever they stand in the ranking: one of a long document may quote the query, and stand far down by what all of
 *  that document says. */
export function sayingMost(
  hits: readonly JudgedHit<Candidate>[],
  nominations: readonly Pick<Nomination, 'candidates' | 'rankings'>[],
): readonly JudgedHit<Candidate>[] {
  const best = nominations
    .flatMap(({ candidates, rankings: { keyword = [] } }) =>
      keyword.map(({ candidate, score }) => ({ candidate: candidates[candidate], score })),
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SAYING_MOST);
  const chosen = new Set(best.map(({ candidate }) => candidate));
  return hits.filter(({ candidate }) => chosen.has(candidate));
}
