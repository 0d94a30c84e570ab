import { mixScores, rejudge, type LaneWeights } from '@tributary/ranking';
import type { HeadDocument } from './head.js';
import type { Reranking } from './reranking.js';

/** What a reranker gave for a document of the head. */
export interface Given {
  readonly score: number | undefined;
  /** True where the collection is made with its model, so that the judge has gone by this score already. */
  readonly isKnown: boolean;
}

/** What the documents of the head are ordered by once a reranker has scored them. Cosines of an embedding model take the place of those the judge had; any other
 *  score says by itself how well passage and query fit, and is mixed with the judge's.
 *  @param given in the order of the documents */
export function judgeAnew(
  head: readonly HeadDocument[],
  given: readonly Given[],
  { reranking, weights }: { readonly reranking: Pick<Reranking, 'reranker' | 'weight'>; readonly weights: LaneWeights },
): readonly (number | undefined)[] {
  const { reranker, weight } = reranking;
  const told = head.map(({ best }) => best.signals());
  const hasEvidence = told.every((signals) => signals['document'] !== undefined);
  const first = head.map(({ best }) => best.score);
  if (reranker.model === undefined || !hasEvidence || weight === 0) {
    return mixScores({ first, second: given.map(({ score }) => score), weight });
  }
  const documents = head.map(({ best: { collection, score, candidate } }, at) => ({
    collection,
    score,
    vector: candidate.commonVector,
    signals: told[at] ?? {},
    similarity: given[at]?.isKnown === false ? given[at].score : undefined,
  }));
  const anew = rejudge(documents, { weights, influence: weight });
  return given.map(({ isKnown }, at) => (isKnown ? first[at] : anew[at]));
}
