/** Fitted on judged queries over nine collections with the static model (docs/ranking.md). */
const SLOPE = 6.44;
const INTERCEPT = -6.91;

/** The probability that a passage at this level is relevant: a logistic function, 0 to 1, comparable across queries and collections. */
export function relevance(level: number): number {
  return 1 / (1 + Math.exp(-(SLOPE * level + INTERCEPT)));
}
