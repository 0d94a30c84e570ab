/** Scores of f32 summed in another order differ by less. */
const ROUNDING = 1e-6;

/** The indexes of the vectors that may be among the nearest so many, by that number: all that are as near as the last of them, since equal texts are
 *  equally near. */
export type Nearest = Readonly<Record<number, readonly number[]>>;

/** Looks at every vector. All have unit length. */
export function nearest(query: Float32Array, vectors: readonly Float32Array[], depths: readonly number[]): Nearest {
  const scores = Float64Array.from(vectors, (vector) => dot(query, vector));
  const sorted = Uint32Array.from(vectors, (_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const within = (depth: number) => {
    const least = (scores[sorted[depth - 1] ?? 0] ?? 0) - ROUNDING;
    const end = sorted.findIndex((at) => (scores[at] ?? 0) < least);
    return [...sorted.subarray(0, end === -1 ? sorted.length : end)];
  };
  return Object.fromEntries(depths.map((depth) => [depth, within(depth)]));
}

/** Share of the first `depth` found that are among the exact nearest. */
export function recall(found: readonly number[], exact: Nearest, depth: number): number {
  const wanted = new Set(exact[depth]);
  return found.slice(0, depth).filter((at) => wanted.has(at)).length / depth;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
