import type { EmbedTexts } from '../collections/cluster-sets.js';
import { CUTS, cutSet } from '../collections/cut-sets.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { CutScores } from '../report/evaluation-report.js';
import { ratioOf } from './evaluate-collection.js';
import type { Evaluation } from './evaluation.js';
import { indexParts } from './index-sets.js';
import { jointLists, type JointList } from './joint-evidence.js';
import { judgeRun, ndcgOf, scoresOf } from './judged-run.js';
import { runQueries, type RankedDocument } from './run-queries.js';

interface CutOptions {
  readonly evaluation: Evaluation;
  readonly embed: EmbedTexts;
  readonly progress: (line: string) => void;
  /** Hears the lists with what placed their hits. */
  readonly onLists?: ((set: EvaluationSet, lists: readonly JointList[]) => void) | undefined;
}

/** Whole sets that are searched beside the parts of one. */
const BESIDE = 3;

/** Each set as several collections, alone and beside other sets, against the same set as one collection: in contrast to sets beside each other, more than one
 *  collection is right for a query. */
export async function evaluateCuts(sets: readonly EvaluationSet[], options: CutOptions): Promise<CutScores[]> {
  const { evaluation, embed, progress, onLists } = options;
  const { concurrency } = evaluation.settings;
  const ask = (set: EvaluationSet, collections: readonly string[]) =>
    runQueries(set.queries, { concurrency, collections, algorithm: 'hybrid', explain: true }, evaluation.server);
  const whole = new Map<EvaluationSet, readonly (readonly RankedDocument[])[]>();
  for (const set of sets) {
    progress(`asking ${set.name} alone and beside all others`);
    whole.set(set, await ask(set, [set.name]));
    if (sets.length > 1) {
      const everywhere = await ask(
        set,
        sets.map(({ name }) => name),
      );
      onLists?.(set, jointLists(set, everywhere, { cut: 'all', isHome: (name) => name === set.name }));
    }
  }
  const results: CutScores[] = [];
  for (const cut of CUTS)
    for (const [at, set] of sets.entries()) {
      const parts = await cutSet(set, cut, embed);
      progress(`indexing and asking ${set.name} in ${parts.length.toString()} parts by ${cut}`);
      await indexParts(parts, set, evaluation.server);
      const names = new Set(parts.map(({ name }) => name));
      const isHome = (collection: string) => names.has(collection);
      const others = [...sets.slice(at + 1), ...sets.slice(0, at)].slice(0, BESIDE).map(({ name }) => name);
      for (const beside of others.length > 0 ? [[], others] : [[]]) {
        const lists = await ask(set, [...names, ...beside]);
        onLists?.(set, jointLists(set, lists, { cut: beside.length === 0 ? cut : `${cut}+`, isHome }));
        const [judged, alone] = [judgeRun(set, lists, isHome), judgeRun(set, whole.get(set) ?? [], () => true)];
        evaluation.note(`${set.name}/${cut}${beside.length === 0 ? '' : '+'}`, set, judged);
        const scores = scoresOf(judged);
        results.push({
          ...scores,
          set: set.name,
          cut,
          parts: parts.length,
          beside: beside.length,
          whole: scoresOf(alone),
          ratio: ratioOf(scores['ndcg@10'], scoresOf(alone)['ndcg@10']),
          difference: pairedBootstrap(ndcgOf(judged), ndcgOf(alone)),
        });
      }
    }
  return results;
}
