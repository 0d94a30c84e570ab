import type { Lane } from '@tributary/contracts';
import { BM25, idf } from '../bm25/bm25.js';
import { bm25Scores, idealScore, type JudgedTerm, type LexicalContext, type TermFeatures } from './lexical.js';
import type { TermCounts } from './term-counts.js';

/** A nominated chunk with what it is judged by. */
export interface JudgedCandidate extends TermFeatures {
  readonly id: string;
  readonly docId: string;
  /** Cosine by the collection's own model. */
  readonly similarity?: number;
  /** Cosine by the model common to all collections. */
  readonly commonSimilarity?: number;
}

/** One lane's order: the best first. */
export type LaneRanking = readonly { readonly candidate: number; readonly score: number }[];

/** What one collection brings to the judge. */
export interface JudgedCollection<Candidate extends JudgedCandidate = JudgedCandidate> {
  readonly candidates: readonly Candidate[];
  readonly counts: TermCounts;
  readonly rankings: Partial<Record<Lane, LaneRanking>>;
  /** True when its own model is the common one. */
  readonly isCommonModel: boolean;
}

/** What speaks for one candidate. `own` is by its collection's statistics and model, `common` by those shared by all. */
export interface Signals {
  /** BM25 as a share of the best the query could reach, 0 to 1. */
  readonly lexical: { readonly own: number; readonly common: number };
  /** Cosine times the weight of its model. */
  readonly semantic: { readonly own: number; readonly common: number };
  /** The fuzzy lane's score as a share of what an exact match of every word could reach; 0 when the lane did not nominate it. */
  readonly fuzzy: number;
}

/** How much a cosine counts beside the lexical share: of the static model, and of transformer models, whose cosines lie closer together. */
const COSINE_WEIGHT = { common: 1, other: 1.5 } as const;

export interface SignalContext {
  readonly terms: readonly JudgedTerm[];
  /** Words the fuzzy lane looked for. */
  readonly fuzzyWords: number;
  readonly pooled: TermCounts;
}

/** The signals of every candidate of a collection, in their order. */
export function signalsOf(collection: JudgedCollection, { terms, fuzzyWords, pooled }: SignalContext): Signals[] {
  const { candidates, counts, isCommonModel } = collection;
  const own = lexicalShares(candidates, { terms, counts });
  const common = lexicalShares(candidates, { terms, counts: pooled });
  const fuzzy = fuzzyShares(collection, fuzzyWords);
  return candidates.map(({ similarity, commonSimilarity }, at) => {
    const byCommon = COSINE_WEIGHT.common * (commonSimilarity ?? 0);
    const byOwn = similarity === undefined ? byCommon : similarity * (isCommonModel ? COSINE_WEIGHT.common : COSINE_WEIGHT.other);
    return {
      lexical: { own: own[at] ?? 0, common: common[at] ?? 0 },
      semantic: { own: byOwn, common: byCommon },
      fuzzy: fuzzy[at] ?? 0,
    };
  });
}

function lexicalShares(candidates: readonly TermFeatures[], context: LexicalContext): number[] {
  const ideal = idealScore(context);
  const scores = bm25Scores(candidates, context);
  return ideal > 0 ? scores.map((score) => score / ideal) : scores.map(() => 0);
}

/** The lane's scores are BM25 over similar words, so a word found once in one point is the best that each could bring. */
function fuzzyShares({ candidates, counts, rankings }: JudgedCollection, words: number): number[] {
  const shares = new Array<number>(candidates.length).fill(0);
  const ideal = words * idf(counts.points, 1) * (BM25.k1 + 1);
  if (ideal > 0) for (const { candidate, score } of rankings.fuzzy ?? []) shares[candidate] = score / ideal;
  return shares;
}
