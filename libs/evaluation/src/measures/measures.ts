/** Grades of the documents judged for one query, by document id; 0 and less, and absent ones, are not relevant. */
export type Judgments = ReadonlyMap<string, number>;

/** How well one ranked list, or the mean over many, serves its queries: each 0 to 1. */
export interface Measures {
  readonly ndcg10: number;
  readonly mrr10: number;
  readonly recall100: number;
}

/** Measures of a ranked list of document ids, best first; a repeated id counts once. nDCG with linear gain and log2(rank + 1) discount
 *  (Järvelin & Kekäläinen 2002, as in trec_eval and BEIR); its ideal is over all judged documents. */
export function measure(ranked: readonly string[], judgments: Judgments): Measures {
  const documents = [...new Set(ranked)];
  const gradeOf = (id: string) => gainOf(judgments.get(id) ?? 0);
  const ideal = discountedGain([...judgments.values()].map(gainOf).sort((a, b) => b - a));
  const first = documents.slice(0, 10).findIndex((id) => gradeOf(id) > 0);
  const relevant = [...judgments.values()].filter((grade) => grade > 0).length;
  const found = documents.slice(0, 100).filter((id) => gradeOf(id) > 0).length;
  return {
    ndcg10: ideal === 0 ? 0 : discountedGain(documents.map(gradeOf)) / ideal,
    mrr10: first < 0 ? 0 : 1 / (first + 1),
    recall100: relevant === 0 ? 0 : found / relevant,
  };
}

/** The mean of each measure; zeros for no queries. */
export function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (of: (one: Measures) => number) => all.reduce((sum, one) => sum + of(one), 0) / Math.max(1, all.length);
  return { ndcg10: mean(({ ndcg10 }) => ndcg10), mrr10: mean(({ mrr10 }) => mrr10), recall100: mean(({ recall100 }) => recall100) };
}

/** Below 0 is what some judges call spam: no gain, and no loss either. */
function gainOf(grade: number): number {
  return Math.max(0, grade);
}

function discountedGain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
}
