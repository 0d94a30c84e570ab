import { SearchRequest, type SearchAnswer } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterSets, type EmbedTexts } from '../collections/cluster-sets.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { PlanningScores } from '../report/evaluation-report.js';
import { ratioOf } from './evaluate-collection.js';
import { meanScores } from './evaluate-federation.js';
import { indexSets, type EvaluatedServer } from './index-sets.js';
import { judgeRun, ndcgOf, scoresOf } from './judged-run.js';
import { runQueries } from './run-queries.js';

export interface PlanningOptions {
  /** Topical collections, together. */
  readonly count: number;
  readonly embed: EmbedTexts;
  readonly concurrency: number;
  readonly progress: (line: string) => void;
}

const READY_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 500;

/** Cuts the sets into topical collections and asks every query of all of them and of those that "auto" chooses. The server must be empty: "auto" chooses among
 *  everything there is. */
export async function evaluatePlanning(
  sets: readonly EvaluationSet[],
  server: EvaluatedServer,
  { count, embed, concurrency, progress }: PlanningOptions,
): Promise<PlanningScores> {
  const parts = await clusterSets(sets, { count, embed });
  const all = [...parts.values()].flat();
  progress(`indexing ${all.length.toString()} topical collections`);
  await indexSets(all, server);
  await untilKnown(all.length, server);
  const runs = [];
  for (const set of sets) {
    progress(`asking ${set.name} of all ${all.length.toString()} topical collections, and of those "auto" chooses`);
    const names = new Set(parts.get(set)?.map(({ name }) => name));
    const isHome = (collection: string) => names.has(collection);
    const asked: number[] = [];
    const hear = (answer: SearchAnswer) => asked.push(answer.coverage.filter(({ status }) => status === 'searched').length);
    const ask = (collections: readonly string[], extra = {}) =>
      runQueries(set.queries, { concurrency, collections, algorithm: 'hybrid', ...extra }, server);
    const everywhere = judgeRun(set, await ask(['*']), isHome);
    const auto = judgeRun(set, await ask(['auto'], { hear }), isHome);
    runs.push({ name: set.name, everywhere, auto, asked });
  }
  const everywhere = meanScores(runs.map((run) => scoresOf(run.everywhere)));
  const auto = meanScores(runs.map((run) => scoresOf(run.auto)));
  const counts = runs.map(({ asked }) => meanOf(asked));
  return {
    ...auto,
    collections: all.length,
    all: everywhere,
    ratio: ratioOf(auto['ndcg@10'], everywhere['ndcg@10']),
    difference: pairedBootstrap(
      runs.flatMap((run) => ndcgOf(run.auto)),
      runs.flatMap((run) => ndcgOf(run.everywhere)),
    ),
    asked: meanOf(counts) / Math.max(1, all.length),
    most_asked: Math.max(0, ...runs.flatMap(({ asked }) => asked)),
    sets: Object.fromEntries(
      runs.map((run, at) => {
        const ratio = ratioOf(scoresOf(run.auto)['ndcg@10'], scoresOf(run.everywhere)['ndcg@10']);
        return [run.name, { ratio, asked: (counts[at] ?? 0) / Math.max(1, all.length) }];
      }),
    ),
  };
}

/** Sketches are made behind the searches that miss them. @throws `EVAL.NOT_SKETCHED` */
async function untilKnown(collections: number, { operations, call }: EvaluatedServer): Promise<void> {
  const endsAt = performance.now() + READY_WITHIN_MS;
  const request = SearchRequest.parse({ query: 'anything', collections: ['auto'], limit: 1, explain: true, deadline_ms: 30_000 });
  for (;;) {
    const { selection } = await operations.search(request, call);
    const unknown = selection?.asked.filter(({ because }) => because === 'unknown' || because === 'changed' || because === 'no_time') ?? [];
    if (unknown.length === 0) return;
    if (performance.now() > endsAt)
      throw permanent(
        'EVAL.NOT_SKETCHED',
        `Of ${collections.toString()} collections ${unknown.length.toString()} are not sketched after five minutes.`,
      );
    await pause(LOOK_EVERY_MS, undefined, { signal: call.signal });
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
