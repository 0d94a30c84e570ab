/** The sum of vectors, in `sums`. */
export function sumInto(sums: Float32Array, vectors: readonly Float32Array[]): Float32Array {
  sums.fill(0);
  for (const vector of vectors) for (let d = 0; d < sums.length; d++) sums[d] = (sums[d] ?? 0) + (vector[d] ?? 0);
  return sums;
}
