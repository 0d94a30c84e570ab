import { mixScores, rejudge, type LaneWeights } from '@tributary/ranking';
import type { HeadDocument } from './head.js';
import type { Reranking } from './reranking.js';

/** What the documents of the head are ordered by once a reranker has scored them. Cosines of an embedding model take the place of those the judge had; any other
 *  score says by itself how well passage and query fit, and is mixed with the judge's.
 *  @param scores of the reranker, in the order of the documents */
export function judgeAnew(
  head: readonly HeadDocument[],
  scores: readonly (number | undefined)[],
  { reranking, weights }: { readonly reranking: Pick<Reranking, 'reranker' | 'weight'>; readonly weights: LaneWeights },
): readonly (number | undefined)[] {
  const { reranker, weight } = reranking;
  const told = head.map(({ best }) => best.signals());
  const hasEvidence = told.every((signals) => signals['document'] !== undefined);
  if (reranker.model === undefined || !hasEvidence || weight === 0) {
    return mixScores({ first: head.map(({ best }) => best.score), second: scores, weight });
  }
  const documents = head.map(({ best: { collection, score, candidate } }, at) => ({
    collection,
    score,
    vector: candidate.commonVector,
    signals: told[at] ?? {},
    similarity: scores[at],
  }));
  return rejudge(documents, { weights, influence: weight });
}
