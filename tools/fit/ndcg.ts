const DEPTH = 10;

/** Discounted gain of the ten best scores; of equal ones the first leads. Leaves the scores changed. */
export function discountedGain(scores: Float64Array, gains: readonly number[]): number {
  return headOf(scores).reduce((sum, at, rank) => sum + (gains[at] ?? 0) / Math.log2(rank + 2), 0);
}

/** The best that any order could reach. @param gains of all judged documents */
export function idealGain(gains: readonly number[]): number {
  const best = gains.toSorted((a, b) => b - a).slice(0, DEPTH);
  return best.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
}

function headOf(scores: Float64Array): readonly number[] {
  return Array.from({ length: Math.min(DEPTH, scores.length) }, () => {
    let best = 0;
    for (let at = 1; at < scores.length; at++) if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at;
    scores[best] = -Infinity;
    return best;
  });
}
