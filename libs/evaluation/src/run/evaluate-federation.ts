import { DOUBTFUL_BELOW } from '@tributary/ranking';
import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { FederatedScores } from '../report/evaluation-report.js';
import { ratioOf } from './evaluate-collection.js';
import type { Evaluation } from './evaluation.js';
import { judgeRun, ndcgOf, scoresOf, type JudgedRun } from './judged-run.js';
import { runQueries, type RankedDocument } from './run-queries.js';

interface FederatedRun {
  readonly set: EvaluationSet;
  readonly lists: readonly (readonly RankedDocument[])[];
  readonly judged: JudgedRun;
  readonly alone: JudgedRun;
}

/** Every query to all collections, against the same query to its own collection only.
 *  @param nameOf the collection that holds a set @param run name under which the queries' results are kept */
export async function evaluateFederation(
  sets: readonly EvaluationSet[],
  { evaluation, nameOf, run }: { readonly evaluation: Evaluation; readonly nameOf: (set: EvaluationSet) => string; readonly run: string },
): Promise<FederatedScores> {
  const all = sets.map(nameOf);
  const runs: FederatedRun[] = [];
  for (const set of sets) {
    const { concurrency, algorithm } = evaluation.settings;
    const ask = (collections: readonly string[]) => runQueries(set.queries, { concurrency, algorithm, collections }, evaluation.server);
    const lists = await ask(all);
    const judged = judgeRun(set, lists, (collection) => collection === nameOf(set));
    const alone = judgeRun(set, await ask([nameOf(set)]), () => true);
    evaluation.note(`${run}/${set.name}`, set, judged);
    runs.push({ set, lists, judged, alone });
  }
  return summarise(runs, nameOf);
}

/** Collections count alike, however many queries they have. */
function summarise(runs: readonly FederatedRun[], nameOf: (set: EvaluationSet) => string): FederatedScores {
  const federated = meanScores(runs.map(({ judged }) => scoresOf(judged)));
  const homeOnly = meanScores(runs.map(({ alone }) => scoresOf(alone)));
  const lists = runs.flatMap((one) => one.lists);
  const first_places: Record<string, number> = {};
  for (const [first] of lists) if (first !== undefined) first_places[first.collection] = (first_places[first.collection] ?? 0) + 1;
  return {
    ...federated,
    homeOnly,
    ratio: ratioOf(federated['ndcg@10'], homeOnly['ndcg@10']),
    difference: pairedBootstrap(
      runs.flatMap(({ judged }) => ndcgOf(judged)),
      runs.flatMap(({ alone }) => ndcgOf(alone)),
    ),
    first_places,
    doubted: lists.filter((list) => bestRelevance(list) < DOUBTFUL_BELOW).length / Math.max(1, lists.length),
    home_first: homeFirst(runs, nameOf),
    sets: Object.fromEntries(runs.map((run) => [run.set.name, ofSet(run, nameOf)])),
  };
}

function ofSet(run: FederatedRun, nameOf: (set: EvaluationSet) => string): NonNullable<FederatedScores['sets']>[string] {
  const [federated, homeOnly] = [scoresOf(run.judged), scoresOf(run.alone)];
  return { ratio: ratioOf(federated['ndcg@10'], homeOnly['ndcg@10']), home_first: homeFirst([run], nameOf) };
}

function homeFirst(runs: readonly FederatedRun[], nameOf: (set: EvaluationSet) => string): number {
  const isHome = runs.flatMap(({ set, lists }) => lists.map((list) => list[0]?.collection === nameOf(set)));
  return isHome.filter(Boolean).length / Math.max(1, isHome.length);
}

function bestRelevance(list: readonly RankedDocument[]): number {
  return list.reduce((best, { relevance }) => Math.max(best, relevance), 0);
}

export function meanScores(all: readonly ReturnType<typeof scoresOf>[]): ReturnType<typeof scoresOf> {
  const mean = (of: keyof ReturnType<typeof scoresOf>) => all.reduce((sum, scores) => sum + scores[of], 0) / Math.max(1, all.length);
  return { 'ndcg@10': mean('ndcg@10'), 'mrr@10': mean('mrr@10'), 'recall@100': mean('recall@100') };
}
