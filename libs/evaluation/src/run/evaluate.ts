import type { Algorithm } from '@tributary/contracts';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import { remarksOn } from '../collections/remarks-on.js';
import { splitSet } from '../collections/split-set.js';
import type { BundledScores, CutScores, EvaluationReport, FederatedScores, SplitScores } from '../report/evaluation-report.js';
import { collectLists } from '../relevance/collect-lists.js';
import type { RelevanceLists } from '../relevance/relevance-list.js';
import { relevanceScores } from '../relevance/relevance-scores.js';
import type { EmbedTexts } from '../collections/cluster-sets.js';
import { evaluateBundled } from './evaluate-bundled.js';
import { evaluateCollection } from './evaluate-collection.js';
import { evaluateCuts, type MixedNames } from './evaluate-cuts.js';
import { evaluateFederation } from './evaluate-federation.js';
import { evaluateSplit } from './evaluate-split.js';
import { Evaluation } from './evaluation.js';
import type { JointList } from './joint-evidence.js';
import { indexParts, indexSets, type EvaluatedServer } from './index-sets.js';
import { requireReranked } from './reranked-heads.js';

export interface EvaluateOptions {
  /** Name of the model of the collections, as the report says it. */
  readonly model: string;
  readonly federated: boolean;
  /** What whole collections beside each other, of one model and of several, and the parts of one are asked by. */
  readonly algorithm: Algorithm;
  /** Into how many collections each set is cut as well. */
  readonly splits: readonly number[];
  /** How many documents of each set are written to one Markdown document, a section each, as well; left out: no such run. */
  readonly bundled?: number | undefined;
  /** Whether each set is also cut into collections of which several are right, with several models also beside sets of another one; the vectors tell its topics. */
  readonly cuts?: EmbedTexts | undefined;
  /** Configured models that the collections are spread over; none: no such run. */
  readonly mixedModels: readonly string[];
  readonly typos: boolean;
  /** Whether each collection is asked with a reranker as well; the server must have one. */
  readonly rerank: boolean;
  /** Whether wrong collections are asked too, to see how far relevance can be trusted. */
  readonly relevance: boolean;
  /** Hears every list of that run with the judge's signals: what its parameters are fitted on. */
  readonly onEvidence?: (set: EvaluationSet, lists: readonly (RelevanceLists | JointList)[]) => void;
  readonly concurrency: number;
  /** Hears what is being done, a line at a time. */
  readonly progress: (line: string) => void;
}

/** The collection that holds a set by a certain model; the server must be configured to make it so. */
export function collectionOnModel(set: { readonly name: string }, model: string): string {
  return `${set.name}--by-${model}`;
}

/** Indexes the sets and asks their queries, as the options say. The server must be empty. @throws `EVAL.NOT_SEARCHED`, `EVAL.NOT_RERANKED` */
export async function evaluate(
  sets: readonly EvaluationSet[],
  server: EvaluatedServer,
  options: EvaluateOptions,
): Promise<EvaluationReport> {
  const evaluation = new Evaluation(server, options);
  const asked = options.typos ? sets : sets.map((set) => ({ ...set, damaged: [] }));
  await indexing(asked, server, options);
  const collections: EvaluationReport['collections'] = [];
  for (const set of asked) {
    for (const remark of remarksOn(set, options)) options.progress(remark);
    options.progress(`asking ${set.name}: ${set.queries.length.toString()} queries`);
    collections.push(await evaluateCollection(set, evaluation));
  }
  if (options.rerank) requireReranked(evaluation.heads);
  const federated = options.federated ? await federate(asked, evaluation, options) : undefined;
  const relevance = options.relevance ? await judgeRelevance(asked, evaluation, options) : undefined;
  const { cuts: embed, progress, onEvidence } = options;
  const cuts = embed && (await evaluateCuts(asked, { evaluation, embed, progress, onLists: onEvidence }));
  const mixed = options.mixedModels.length > 1 ? await mixModels(asked, evaluation, options) : undefined;
  if (mixed && embed) cuts?.push(...(await cutMixed(asked, { evaluation, embed, options })));
  const splits = options.splits.length > 0 ? await splitAll(asked, evaluation, options) : undefined;
  const bundled = options.bundled === undefined ? undefined : await bundleAll(asked, options.bundled, { evaluation, progress });
  return {
    model: options.model,
    algorithm: options.algorithm,
    collections,
    ...(federated === undefined ? {} : { federated }),
    ...(relevance === undefined ? {} : { relevance }),
    ...(splits === undefined ? {} : { splits }),
    ...(cuts === undefined ? {} : { cuts }),
    ...(bundled === undefined ? {} : { bundled }),
    ...(mixed === undefined ? {} : { mixed_models: mixed }),
    runs: evaluation.runs,
  };
}

function federate(sets: readonly EvaluationSet[], evaluation: Evaluation, { progress }: EvaluateOptions): Promise<FederatedScores> {
  progress(`asking all ${sets.length.toString()} collections at once`);
  return evaluateFederation(sets, { evaluation, nameOf: ({ name }) => name, run: 'federated' });
}

async function judgeRelevance(sets: readonly EvaluationSet[], evaluation: Evaluation, { progress, onEvidence }: EvaluateOptions) {
  const lists = new Map<string, readonly RelevanceLists[]>();
  for (const set of sets) {
    progress(`asking ${set.name} and others for its queries`);
    const ofSet = await collectLists(set, sets, evaluation);
    onEvidence?.(set, ofSet);
    lists.set(set.name, ofSet);
  }
  return relevanceScores(lists);
}

/** The collections of the first runs are there already. */
function namesFor({ model: first }: EvaluateOptions): MixedNames['nameBy'] {
  return (set, model) => (model === first ? set.name : collectionOnModel(set, model));
}

/** As many assignments as there are models: in each, every collection has the next model. */
async function mixModels(sets: readonly EvaluationSet[], evaluation: Evaluation, options: EvaluateOptions) {
  const { mixedModels: models } = options;
  const nameBy = namesFor(options);
  for (const model of models.filter((one) => one !== options.model))
    await indexing(
      sets.map((set) => ({ ...set, name: nameBy(set, model) })),
      evaluation.server,
      options,
    );
  const results: NonNullable<EvaluationReport['mixed_models']> = [];
  for (const [turn] of models.entries()) {
    const modelOf = new Map(sets.map((set, at) => [set.name, models[(at + turn) % models.length] ?? '']));
    options.progress(`asking collections of ${models.join(' and ')} at once, assignment ${(turn + 1).toString()}`);
    const nameOf = (set: EvaluationSet) => nameBy(set, modelOf.get(set.name) ?? '');
    const scores = await evaluateFederation(sets, { evaluation, nameOf, run: `mixed-${turn.toString()}` });
    results.push({ ...scores, models: Object.fromEntries(modelOf) });
  }
  return results;
}

/** Each set cut by each model, beside sets by the next one. */
async function cutMixed(
  sets: readonly EvaluationSet[],
  { evaluation, embed, options }: { readonly evaluation: Evaluation; readonly embed: EmbedTexts; readonly options: EvaluateOptions },
): Promise<CutScores[]> {
  const { mixedModels, progress } = options;
  const results: CutScores[] = [];
  for (const [at, model] of mixedModels.entries()) {
    const models = [model, mixedModels[(at + 1) % mixedModels.length] ?? model] as const;
    results.push(...(await evaluateCuts(sets, { evaluation, embed, progress, mixed: { models, nameBy: namesFor(options) } })));
  }
  return results;
}

async function splitAll(sets: readonly EvaluationSet[], evaluation: Evaluation, options: EvaluateOptions): Promise<SplitScores[]> {
  const results: SplitScores[] = [];
  for (const count of options.splits) {
    for (const set of sets) {
      const parts = splitSet(set, count);
      options.progress(`indexing and asking ${set.name} in ${parts.length.toString()} parts`);
      await indexParts(parts, set, evaluation.server);
      results.push(await evaluateSplit(set, parts, evaluation));
    }
  }
  return results;
}

async function bundleAll(
  sets: readonly EvaluationSet[],
  sections: number,
  { evaluation, progress }: { readonly evaluation: Evaluation } & Pick<EvaluateOptions, 'progress'>,
): Promise<BundledScores[]> {
  const results: BundledScores[] = [];
  for (const set of sets) {
    progress(`indexing and asking ${set.name} with ${sections.toString()} of its documents in one`);
    results.push(await evaluateBundled(set, sections, evaluation));
  }
  return results;
}

async function indexing(sets: readonly EvaluationSet[], server: EvaluatedServer, { progress }: EvaluateOptions): Promise<void> {
  const documents = sets.reduce((sum, set) => sum + set.documents.length, 0);
  progress(`indexing ${documents.toString()} documents in ${sets.length.toString()} collections`);
  await indexSets(sets, server);
}
