import type { Candidate } from '@tributary/engines-port';
import { yieldToRelevant, type JudgedHit } from '@tributary/ranking';
import type { SearchPlan } from '../plan/plan.js';
import { answerOf, limitFor, refine, type Refinement } from '../refine/refine.js';
import { leadNamed } from '../named/lead-named.js';
import type { HeadReranker } from '../rerank/head-reranker.js';
import type { Gathered } from './gather-candidates.js';
import { judgeHeadFirst } from './judge-head-first.js';
import type { JudgeTools } from './judge-candidates.js';

/** The ranked list of a search, and the judge's order before it. */
export interface Ranked extends Refinement {
  readonly judged: readonly JudgedHit<Candidate>[];
}

interface RankTools {
  readonly embedder: JudgeTools;
  readonly reranker: HeadReranker;
}

/** Judges the candidates of all collections and refines the order into a list. */
export async function rankCandidates(plan: SearchPlan, gathered: Gathered, { embedder, reranker }: RankTools): Promise<Ranked> {
  const { nominations, passages, text, namesAt } = gathered;
  const first = await judgeHeadFirst(plan, gathered, embedder);
  const settled = plan.request.algorithm === 'hybrid' ? yieldToRelevant(first, limitFor(plan.request)) : first;
  const judged = await leadNamed(settled, { nominations, passages, plan, namesAt });
  const rerank = (hits: readonly JudgedHit<Candidate>[]) =>
    reranker.rerank({ hits, nominations, passages, query: text, plan, documentOf: answerOf });
  return { judged, ...(await refine(judged, { nominations, passages, plan, rerank })) };
}
