/** Indexes of the nearest vectors by cosine, the nearest first: every one is looked at. All have unit length. */
export function nearest(query: Float32Array, vectors: readonly Float32Array[], limit: number): readonly number[] {
  const scores = Float64Array.from(vectors, (vector) => dot(query, vector));
  const sorted = Uint32Array.from(vectors, (_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return [...sorted.subarray(0, limit)];
}

/** Share of the exact answer that was found. */
export function recall(found: readonly number[], exact: readonly number[], depth: number): number {
  const wanted = exact.slice(0, depth);
  const top = new Set(found.slice(0, depth));
  return wanted.filter((at) => top.has(at)).length / Math.max(1, wanted.length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
