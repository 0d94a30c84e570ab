import { bm25Scores, poolCounts } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { Gathered } from '../search/gather-candidates.js';

/** Keyword lists of a collection that was searched as one with others, by the statistics of all of these. These decided what was cut; the scores that an engine hands out are by
 *  those of its collection alone. */
export function byWordsOfAll<Name extends string>(
  lists: Readonly<Record<Name, Nomination>>,
  { nominated, request }: Pick<Gathered, 'nominated' | 'request'>,
): Readonly<Record<Name, Nomination>> {
  const counts = poolCounts(nominated.filter(({ isJoint }) => isJoint).map((one) => one.counts));
  const context = { terms: request.query.terms, counts };
  const ranked = Object.entries<Nomination>(lists).map(([name, list]) => [name, rankedBy(list, context)] as const);
  // safe: the same names
  return Object.fromEntries(ranked) as Readonly<Record<Name, Nomination>>;
}

function rankedBy(list: Nomination, context: Parameters<typeof bm25Scores>[1]): Nomination {
  const named = (list.rankings.keyword ?? []).flatMap(({ candidate: at }) => {
    const candidate = list.candidates[at];
    return candidate === undefined ? [] : [{ at, candidate }];
  });
  const scores = bm25Scores(
    named.map(({ candidate }) => candidate),
    context,
  );
  const keyword = named.map(({ at }, place) => ({ candidate: at, score: scores[place] ?? 0 })).sort((a, b) => b.score - a.score);
  return { ...list, rankings: { ...list.rankings, keyword } };
}
