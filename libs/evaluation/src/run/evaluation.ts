import type { Algorithm, RerankedHead } from '@tributary/contracts';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { EvaluatedServer } from './index-sets.js';
import type { JudgedRun } from './judged-run.js';

interface EvaluationSettings {
  readonly concurrency: number;
  /** What several collections are asked by. */
  readonly algorithm: Algorithm;
  /** Whether each collection is asked with a reranker as well. */
  readonly rerank: boolean;
}

/** One evaluation under way: whom it asks, and what it found query by query. */
export class Evaluation {
  readonly server: EvaluatedServer;
  readonly settings: EvaluationSettings;
  readonly runs: Record<string, Record<string, number>> = {};
  /** How far the reranker got with each query of all collections, where it was asked. */
  readonly heads: RerankedHead[] = [];

  constructor(server: EvaluatedServer, { concurrency, algorithm, rerank }: EvaluationSettings) {
    this.server = server;
    this.settings = { concurrency, algorithm, rerank };
  }

  /** Keeps nDCG@10 of every query under the name of the run. */
  note(name: string, set: EvaluationSet, run: JudgedRun): void {
    this.runs[name] = Object.fromEntries(set.queries.map(({ id }, at) => [id, run[at]?.ndcg10 ?? 0]));
  }
}
