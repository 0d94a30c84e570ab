import { meanMeasures, measure, type Measures } from '../measures/measures.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { Scores } from '../report/evaluation-report.js';
import type { RankedDocument } from './run-queries.js';

/** The measures of a run by query, in the order of the set's queries. */
export type JudgedRun = readonly Measures[];

/** Judges ranked lists: only documents of the home collections count as relevant, all others stand in the way. */
export function judgeRun(
  set: EvaluationSet,
  lists: readonly (readonly RankedDocument[])[],
  isHome: (collection: string) => boolean,
): JudgedRun {
  return set.queries.map(({ id }, at) => {
    const ranked = (lists[at] ?? []).map((document) =>
      isHome(document.collection) ? document.id : `${document.collection}\0${document.id}`,
    );
    return measure(ranked, set.judgments.get(id) ?? new Map());
  });
}

export function scoresOf(run: JudgedRun): Scores {
  const { ndcg10, mrr10, recall100 } = meanMeasures(run);
  return { 'ndcg@10': ndcg10, 'mrr@10': mrr10, 'recall@100': recall100 };
}

export function ndcgOf(run: JudgedRun): readonly number[] {
  return run.map(({ ndcg10 }) => ndcg10);
}
