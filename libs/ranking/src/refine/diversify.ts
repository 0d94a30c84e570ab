/** A hit that can be compared with others. */
export interface ComparableHit {
  readonly score: number;
  /** Unit vector of the common model; a hit without one is unlike every other. */
  readonly vector?: Float32Array | undefined;
}

/** Maximal marginal relevance (Carbonell & Goldstein 1998): each place goes to the hit with the greatest
 *  (1 − diversity) · score − diversity · greatest cosine with a hit before it, scores as shares of the best.
 *  @param hits the best first @param diversity 0 keeps the order, 1 looks at likeness alone after the first
 *  @param depth how many of the best are reordered @returns all hits in their new order */
export function diversify<Hit extends ComparableHit>(
  hits: readonly Hit[],
  { diversity, depth }: { readonly diversity: number; readonly depth: number },
): readonly Hit[] {
  if (diversity === 0) return hits;
  const head = hits.slice(0, depth);
  const scores = sharesOfBest(head);
  const open = new Map(head.map((hit, at) => [hit, { score: scores[at] ?? 0, likeness: 0 }]));
  const chosen: Hit[] = [];
  while (open.size > 0) {
    const next = bestOf(open, diversity);
    if (next === undefined) break;
    open.delete(next);
    chosen.push(next);
    for (const [hit, standing] of open) standing.likeness = Math.max(standing.likeness, cosine(hit.vector, next.vector));
  }
  return [...chosen, ...hits.slice(depth)];
}

function bestOf<Hit>(open: ReadonlyMap<Hit, { readonly score: number; readonly likeness: number }>, diversity: number): Hit | undefined {
  let best: Hit | undefined;
  let highest = -Infinity;
  for (const [hit, { score, likeness }] of open) {
    const marginal = (1 - diversity) * score - diversity * likeness;
    if (marginal <= highest) continue;
    best = hit;
    highest = marginal;
  }
  return best;
}

/** Scores as shares of the best one: on the scale of cosines, and without pressing the last of a short list down to 0. */
function sharesOfBest(hits: readonly ComparableHit[]): number[] {
  const scores = hits.map(({ score }) => score);
  const best = Math.max(...scores);
  return scores.map((score) => (best > 0 ? Math.max(0, score / best) : 0));
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
