import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { Evaluation } from '../run/evaluation.js';
import { runQueries, type RankedDocument } from '../run/run-queries.js';
import type { RelevanceLists, RelevancePoint } from './relevance-list.js';

/** Wrong collections each query is sent to one at a time. */
const WRONG = 2;
/** Hits of a wrong list: more of them say nothing new. */
const HEAD = 10;

/** Sends the queries of a set to its own collection, to two others one at a time, and to all others at once, with the judge's signals. */
export async function collectLists(
  set: EvaluationSet,
  sets: readonly EvaluationSet[],
  { settings, server }: Pick<Evaluation, 'settings' | 'server'>,
): Promise<readonly RelevanceLists[]> {
  const ask = (collections: readonly string[], limit?: number) =>
    runQueries(
      set.queries,
      { ...settings, collections, algorithm: 'hybrid', explain: true, ...(limit === undefined ? {} : { limit }) },
      server,
    );
  const others = sets.filter((other) => other !== set).map(({ name }) => name);
  const home = await ask([set.name]);
  // Those that follow it in the order of the sets: every set is wrong equally often.
  const at = sets.indexOf(set);
  const wrong = [...others.slice(at), ...others.slice(0, at)].slice(0, WRONG);
  const wrongLists: (readonly (readonly RankedDocument[])[])[] = [];
  for (const name of wrong) wrongLists.push(await ask([name], HEAD));
  const allWrong = others.length > 0 ? await ask(others, HEAD) : [];
  return set.queries.map(({ id }, query) => {
    const judgments = set.judgments.get(id) ?? new Map<string, number>();
    return {
      query: id,
      home: (home[query] ?? []).map((document) => pointOf(document, judgments.get(document.id) ?? 0)),
      wrong: wrongLists.map((lists) => (lists[query] ?? []).map((document) => pointOf(document, 0))),
      allWrong: (allWrong[query] ?? []).map((document) => pointOf(document, 0)),
      gains: [...judgments.values()].filter((gain) => gain > 0),
    };
  });
}

function pointOf({ relevance, signals = {} }: RankedDocument, gain: number): RelevancePoint {
  return { relevance, gain, isRelevant: gain > 0, signals };
}
