import type { Lane } from '@tributary/contracts';
import type { LaneRanking } from '@tributary/ranking';
import type { Nomination } from './nominate-collection.js';

/** Two answers of one collection to the same terms as one: what both named, each lane by its scores. All else is as the first said it. */
export function joinNominations(first: Nomination, second: Nomination): Nomination {
  const places = new Map(first.candidates.map(({ id }, at) => [id, at]));
  const further = second.candidates.filter(({ id }) => !places.has(id));
  further.forEach(({ id }, at) => places.set(id, first.candidates.length + at));
  const rankings: Partial<Record<Lane, LaneRanking>> = {};
  for (const lane of ['semantic', 'keyword', 'fuzzy'] as const) {
    const ranking = first.rankings[lane];
    const named = new Set(ranking?.map(({ candidate }) => candidate));
    const others = (second.rankings[lane] ?? []).flatMap(({ candidate, score }) => {
      const at = places.get(second.candidates[candidate]?.id ?? '');
      return at === undefined || named.has(at) ? [] : [{ candidate: at, score }];
    });
    if (ranking) rankings[lane] = [...ranking, ...others].sort((a, b) => b.score - a.score);
  }
  return { ...first, candidates: [...first.candidates, ...further], rankings };
}
