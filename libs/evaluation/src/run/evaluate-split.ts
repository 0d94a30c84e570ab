import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { SplitScores } from '../report/evaluation-report.js';
import { ratioOf } from './evaluate-collection.js';
import type { Evaluation } from './evaluation.js';
import { judgeRun, ndcgOf, scoresOf } from './judged-run.js';
import { runQueries } from './run-queries.js';

/** One corpus in one index against the same corpus cut into collections. */
export async function evaluateSplit(set: EvaluationSet, parts: readonly EvaluationSet[], evaluation: Evaluation): Promise<SplitScores> {
  const run = async (collections: readonly string[]) => {
    const lists = await runQueries(
      set.queries,
      { concurrency: evaluation.settings.concurrency, collections, algorithm: evaluation.settings.algorithm },
      evaluation.server,
    );
    return judgeRun(set, lists, () => true);
  };
  const whole = await run([set.name]);
  const split = await run(parts.map(({ name }) => name));
  evaluation.note(`${set.name}/split-${parts.length.toString()}`, set, split);
  const scores = scoresOf(split);
  return {
    set: set.name,
    parts: parts.length,
    ...scores,
    whole: scoresOf(whole),
    ratio: ratioOf(scores['ndcg@10'], scoresOf(whole)['ndcg@10']),
    difference: pairedBootstrap(ndcgOf(split), ndcgOf(whole)),
  };
}
