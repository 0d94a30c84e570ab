import { permanent } from '@tributary/kernel';
import { bundleDocuments, documentAt, type Bundle } from '../collections/bundle-documents.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { BundledScores, Scores } from '../report/evaluation-report.js';
import { ratioOf } from './evaluate-collection.js';
import type { Evaluation } from './evaluation.js';
import { indexSets } from './index-sets.js';
import { judgeRun, ndcgOf, scoresOf, type JudgedRun } from './judged-run.js';
import { runQueries, type RankedDocument } from './run-queries.js';

/** Sections of one bundle that a query may find. */
const PER_BUNDLE = 10;

/** A set whose documents are sections of Markdown documents, `sections` to one, against the same set with each document by itself. A hit counts as the document whose
 *  section it lies in, at the first place of several. The set must be indexed. @throws `EVAL.NOT_PLACED` for a hit that says no place in its bundle */
export async function evaluateBundled(set: EvaluationSet, sections: number, evaluation: Evaluation): Promise<BundledScores> {
  const { server, settings } = evaluation;
  const collection = `${set.name}--bundled-${sections.toString()}`;
  const bundles = bundleDocuments(set, sections);
  await indexSets([{ name: collection, documents: bundles }], server);
  const ask = (name: string, perDocument: number) =>
    runQueries(set.queries, { concurrency: settings.concurrency, collections: [name], algorithm: 'hybrid', perDocument }, server);
  const alone = judgeRun(set, await ask(set.name, 1), () => true);
  const bundled = judgeRun(set, placed(await ask(collection, PER_BUNDLE), bundles), () => true);
  evaluation.note(`${set.name}/bundled-${sections.toString()}`, set, bundled);
  const [scores, whole] = [headOf(bundled), headOf(alone)];
  return {
    name: set.name,
    documents: set.documents.length,
    sections,
    bundles: bundles.length,
    ...scores,
    alone: whole,
    ratio: ratioOf(scores['ndcg@10'], whole['ndcg@10']),
    difference: pairedBootstrap(ndcgOf(bundled), ndcgOf(alone)),
  };
}

/** The lists with the documents of the set in place of the bundles; one that is met again counts at its first place. */
function placed(lists: readonly (readonly RankedDocument[])[], bundles: readonly Bundle[]): readonly (readonly RankedDocument[])[] {
  const byId = new Map(bundles.map((bundle) => [bundle.id, bundle]));
  return lists.map((list) =>
    list.map((hit) => {
      const bundle = byId.get(hit.id);
      const id = bundle && hit.range && documentAt(bundle, hit.range);
      if (id === undefined) throw permanent('EVAL.NOT_PLACED', `A hit of ${hit.collection} lies in no section of ${hit.id}.`);
      return { ...hit, id };
    }),
  );
}

function headOf(run: JudgedRun): Pick<Scores, 'ndcg@10' | 'mrr@10'> {
  const { 'ndcg@10': ndcg, 'mrr@10': mrr } = scoresOf(run);
  return { 'ndcg@10': ndcg, 'mrr@10': mrr };
}
