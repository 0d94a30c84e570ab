import type { RerankedHead, SearchAnswer } from '@tributary/contracts';
import { pairedBootstrap } from '../measures/paired-bootstrap.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { CollectionScores } from '../report/evaluation-report.js';
import type { Evaluation } from './evaluation.js';
import { judgeRun, ndcgOf, scoresOf, type JudgedRun } from './judged-run.js';
import { countHeads } from './reranked-heads.js';
import { runQueries, type RunSettings } from './run-queries.js';

interface RunOptions extends Pick<RunSettings, 'rerank' | 'hear'> {
  readonly queries?: EvaluationSet['queries'];
}

/** Each lane alone, the mixture, and the mixture with damaged queries, on one collection. */
export async function evaluateCollection(set: EvaluationSet, evaluation: Evaluation): Promise<CollectionScores> {
  const run = async (algorithm: RunSettings['algorithm'], { queries = set.queries, ...how }: RunOptions = {}): Promise<JudgedRun> => {
    const settings = { ...evaluation.settings, rerank: false, collections: [set.name], algorithm, ...how };
    return judgeRun(set, await runQueries(queries, settings, evaluation.server), () => true);
  };
  const semantic = await run('semantic');
  const keyword = await run('keyword');
  const fuzzy = await run('fuzzy');
  const hybrid = await run('hybrid');
  const damaged = set.damaged.length === set.queries.length ? await run('hybrid', { queries: set.damaged }) : undefined;
  const heads: RerankedHead[] = [];
  const hear = ({ reranked: head }: SearchAnswer) => heads.push(...(head === undefined ? [] : [head]));
  const reranked = evaluation.settings.rerank ? await run('hybrid', { rerank: true, hear }) : undefined;
  evaluation.heads.push(...heads);
  for (const [name, judged] of Object.entries({ semantic, keyword, fuzzy, hybrid, damaged, reranked }))
    if (judged) evaluation.note(`${set.name}/${name}`, set, judged);
  return {
    name: set.name,
    documents: set.documents.length,
    queries: set.queries.length,
    lanes: { semantic: scoresOf(semantic), keyword: scoresOf(keyword), fuzzy: scoresOf(fuzzy) },
    hybrid: scoresOf(hybrid),
    better_lane: againstBetterLane({ semantic, keyword, hybrid }),
    ...(damaged === undefined ? {} : { damaged: scoresOf(damaged) }),
    ...(reranked === undefined
      ? {}
      : { reranked: { ...scoresOf(reranked), difference: pairedBootstrap(ndcgOf(reranked), ndcgOf(hybrid)), heads: countHeads(heads) } }),
  };
}

function againstBetterLane({
  semantic,
  keyword,
  hybrid,
}: Readonly<Record<'semantic' | 'keyword' | 'hybrid', JudgedRun>>): CollectionScores['better_lane'] {
  const ndcg = (run: JudgedRun) => scoresOf(run)['ndcg@10'];
  const lane = ndcg(semantic) > ndcg(keyword) ? 'semantic' : 'keyword';
  const better = lane === 'semantic' ? semantic : keyword;
  return { lane, ratio: ratioOf(ndcg(hybrid), ndcg(better)), difference: pairedBootstrap(ndcgOf(hybrid), ndcgOf(better)) };
}

/** 1 for nothing ÷ nothing. */
export function ratioOf(ours: number, theirs: number): number {
  return theirs === 0 ? (ours === 0 ? 1 : Infinity) : ours / theirs;
}
