import type { EmbedTexts } from '../collections/cluster-sets.js';
import { CUTS, cutSet } from '../collections/cut-sets.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { CutScores } from '../report/evaluation-report.js';
import { ratioOf } from './evaluate-collection.js';
import type { Evaluation } from './evaluation.js';
import { indexParts } from './index-sets.js';
import { jointLists, type JointList } from './joint-evidence.js';
import { judgeRun, ndcgOf, scoresOf, type JudgedRun } from './judged-run.js';
import { runQueries, type RankedDocument } from './run-queries.js';

interface CutOptions {
  readonly evaluation: Evaluation;
  readonly embed: EmbedTexts;
  readonly progress: (line: string) => void;
  /** Hears the lists with what placed their hits. */
  readonly onLists?: ((set: EvaluationSet, lists: readonly JointList[]) => void) | undefined;
  /** Left out: all collections are of one model, and the parts are searched alone as well. */
  readonly mixed?: MixedNames;
}

/** Names of collections where the parts of a set are of one model and the sets beside it of another. */
export interface MixedNames {
  /** Of the parts, and of the sets beside them. */
  readonly models: readonly [string, string];
  /** The collection that holds a set, or a part of one, by a model. */
  readonly nameBy: (set: { readonly name: string }, model: string) => string;
}

/** Whole sets that are searched beside the parts of one. */
const BESIDE = 3;

/** Each set as several collections, alone and beside other sets, against the same set as one collection: in contrast to sets beside each other, more than one
 *  collection is right for a query. The whole sets must be indexed. */
export async function evaluateCuts(sets: readonly EvaluationSet[], options: CutOptions): Promise<CutScores[]> {
  const { evaluation, embed, progress, onLists, mixed } = options;
  const [model, other] = mixed?.models ?? [];
  const { ask, nameBy } = asking(options);
  const whole = await askWhole(sets, options);
  const results: CutScores[] = [];
  for (const cut of CUTS)
    for (const [at, set] of sets.entries()) {
      const parts = (await cutSet(set, cut, embed)).map((part) => ({ ...part, name: nameBy(part, model) }));
      progress(`indexing and asking ${set.name} in ${parts.length.toString()} parts by ${cut}${model === undefined ? '' : ` of ${model}`}`);
      await indexParts(parts, set, evaluation.server);
      const names = new Set(parts.map(({ name }) => name));
      const isHome = (collection: string) => names.has(collection);
      const others = [...sets.slice(at + 1), ...sets.slice(0, at)].slice(0, BESIDE).map((one) => nameBy(one, other));
      const alone = judgeRun(set, whole.get(set) ?? [], () => true);
      for (const beside of besideOf(others, mixed !== undefined)) {
        const lists = await ask(set, [...names, ...beside]);
        const shape = beside.length === 0 ? cut : `${cut}+`;
        onLists?.(set, jointLists(set, lists, { cut: shape, isHome }));
        const judged = judgeRun(set, lists, isHome);
        evaluation.note(`${set.name}/${shape}${model === undefined ? '' : ` of ${model}`}`, set, judged);
        const how = { set: set.name, cut, parts: parts.length, beside: beside.length, ...(mixed && { models: [...mixed.models] }) };
        results.push({ ...how, ...compared(judged, alone) });
      }
    }
  return results;
}

/** Each set as one collection; who hears the lists hears those of all sets beside each other, too. */
async function askWhole(
  sets: readonly EvaluationSet[],
  options: CutOptions,
): Promise<ReadonlyMap<EvaluationSet, readonly (readonly RankedDocument[])[]>> {
  const { progress, onLists, mixed } = options;
  const { ask, nameBy } = asking(options);
  const all = sets.map(({ name }) => name);
  const whole = new Map<EvaluationSet, readonly (readonly RankedDocument[])[]>();
  for (const set of sets) {
    progress(`asking ${set.name} alone${onLists ? ' and beside all others' : ''}`);
    whole.set(set, await ask(set, [nameBy(set, mixed?.models[0])]));
    if (onLists && all.length > 1) onLists(set, jointLists(set, await ask(set, all), { cut: 'all', isHome: (name) => name === set.name }));
  }
  return whole;
}

function asking({ evaluation, mixed }: CutOptions) {
  const { concurrency } = evaluation.settings;
  return {
    ask: (set: EvaluationSet, collections: readonly string[]) =>
      runQueries(set.queries, { concurrency, collections, algorithm: 'hybrid', explain: true }, evaluation.server),
    nameBy: (one: { readonly name: string }, model: string | undefined) =>
      mixed === undefined || model === undefined ? one.name : mixed.nameBy(one, model),
  };
}

function compared(judged: JudgedRun, alone: JudgedRun) {
  const [scores, whole] = [scoresOf(judged), scoresOf(alone)];
  return {
    ...scores,
    whole,
    ratio: ratioOf(scores['ndcg@10'], whole['ndcg@10']),
    difference: pairedBootstrap(ndcgOf(judged), ndcgOf(alone)),
  };
}

/** What is searched beside the parts: nothing and the others; the others alone where it is their model that matters. */
function besideOf(others: readonly string[], isMixed: boolean): readonly (readonly string[])[] {
  if (others.length === 0) return [[]];
  return isMixed ? [others] : [[], others];
}
