/** So many are always asked, where there are as many. */
const FEWEST = 8;
/** Share of the collections that is asked at most, where that is more than the fewest. */
const LARGEST_SHARE = 0.3;
/** A collection whose score lies lower than the best by more than this is hardly ever worth asking (docs/planning.md). */
const MARGIN = 0.25;

interface Budget {
  /** Collections to ask at most; left out: 30 %, and 8 in any case. */
  readonly most?: number | undefined;
  /** Collections of which the share is taken; left out: all that have a score. */
  readonly among?: number | undefined;
}

/** The collections worth asking, best first: the best eight, and further ones as long as they are nearly as good as the best, within the budget.
 *  @returns indexes */
export function chooseCollections(scores: readonly number[], { most, among = scores.length }: Budget = {}): readonly number[] {
  const order = scores.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const budget = most ?? Math.max(FEWEST, Math.floor(LARGEST_SHARE * among));
  const best = scores[order[0] ?? 0] ?? 0;
  return order.slice(0, budget).filter((at, place) => place < FEWEST || (scores[at] ?? 0) >= best - MARGIN);
}
