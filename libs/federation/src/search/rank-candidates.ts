import type { Candidate } from '@tributary/engines-port';
import { judge, type JudgedHit } from '@tributary/ranking';
import type { QueryEmbedder } from '../embed/query-embedder.js';
import type { SearchPlan } from '../plan/plan.js';
import { documentOf, refine, type Refinement } from '../refine/refine.js';
import type { HeadReranker } from '../rerank/head-reranker.js';
import type { Gathered } from './gather-candidates.js';

/** The ranked list of a search, and the judge's order before it. */
export interface Ranked extends Refinement {
  readonly judged: readonly JudgedHit<Candidate>[];
}

interface RankTools {
  readonly embedder: Pick<QueryEmbedder, 'isCommon'>;
  readonly reranker: HeadReranker;
}

/** Judges the candidates of all collections and refines the order into a list. */
export async function rankCandidates(
  plan: SearchPlan,
  { nominations, text, terms, fuzzyWords }: Gathered,
  { embedder, reranker }: RankTools,
): Promise<Ranked> {
  const collections = nominations.map(({ collection, candidates, counts, rankings }) => {
    return { candidates, counts, rankings, isCommonModel: embedder.isCommon(collection.record.card.model) };
  });
  const judged = judge({ algorithm: plan.request.algorithm, weights: plan.weights, terms, fuzzyWords, collections });
  const rerank = (hits: readonly JudgedHit<Candidate>[]) => reranker.rerank({ hits, nominations, query: text, plan, documentOf });
  return { judged, ...(await refine(judged, { nominations, plan, rerank })) };
}
