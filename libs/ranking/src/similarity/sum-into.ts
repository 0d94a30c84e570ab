/** Adds a vector to `sums`. @returns its product with itself */
export function addInto(sums: Float32Array, vector: Float32Array): number {
  let even = 0;
  let odd = 0;
  let d = 0;
  for (const last = sums.length - 1; d < last; d += 2) {
    const x = vector[d] ?? 0;
    const y = vector[d + 1] ?? 0;
    sums[d] = (sums[d] ?? 0) + x;
    sums[d + 1] = (sums[d + 1] ?? 0) + y;
    even += x * x;
    odd += y * y;
  }
  if (d === sums.length) return even + odd;
  const x = vector[d] ?? 0;
  sums[d] = (sums[d] ?? 0) + x;
  return even + odd + x * x;
}

/** The sum of vectors, in `sums`. */
export function sumInto(sums: Float32Array, vectors: readonly Float32Array[]): Float32Array {
  sums.fill(0);
  for (const vector of vectors) addInto(sums, vector);
  return sums;
}
