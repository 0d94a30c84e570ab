import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { Evaluation } from '../run/evaluation.js';
import { runQueries, type RankedDocument } from '../run/run-queries.js';
import type { RelevanceLists, RelevancePoint } from './relevance-list.js';
import { wrongCollections } from './wrong-collections.js';

/** Hits of a wrong list: more of them say nothing new. */
const HEAD = 10;

/** Sends the queries of a set to its own collection, to two others one at a time, and to all others at once, with the judge's signals. */
export async function collectLists(
  set: EvaluationSet,
  sets: readonly EvaluationSet[],
  { settings, server }: Pick<Evaluation, 'settings' | 'server'>,
): Promise<readonly RelevanceLists[]> {
  const ask = (
    collections: readonly string[],
    { queries = set.queries, limit }: { queries?: EvaluationSet['queries']; limit?: number } = {},
  ) =>
    runQueries(
      queries,
      { ...settings, collections, algorithm: 'hybrid', explain: true, ...(limit === undefined ? {} : { limit }) },
      server,
    );
  const others = sets.filter((other) => other !== set).map(({ name }) => name);
  const home = await ask([set.name]);
  const chosen = wrongCollections(set.queries.length, others.length);
  const wrong = set.queries.map((): (readonly RankedDocument[])[] => []);
  for (const [other, name] of others.entries()) {
    const asked = [...set.queries.keys()].filter((query) => chosen[query]?.includes(other));
    const lists = await ask([name], { queries: asked.flatMap((query) => set.queries[query] ?? []), limit: HEAD });
    asked.forEach((query, at) => wrong[query]?.push(lists[at] ?? []));
  }
  const allWrong = others.length > 0 ? await ask(others, { limit: HEAD }) : [];
  return set.queries.map(({ id }, query) => {
    const judgments = set.judgments.get(id) ?? new Map<string, number>();
    return {
      query: id,
      home: (home[query] ?? []).map((document) => pointOf(document, judgments.get(document.id) ?? 0)),
      wrong: (wrong[query] ?? []).map((list) => list.map((document) => pointOf(document, 0))),
      allWrong: (allWrong[query] ?? []).map((document) => pointOf(document, 0)),
      gains: [...judgments.values()].filter((gain) => gain > 0),
    };
  });
}

function pointOf({ relevance, signals = {} }: RankedDocument, gain: number): RelevancePoint {
  return { relevance, gain, isRelevant: gain > 0, signals };
}
