/** Sum of the products of two vectors of the same length. Summed in two halves: a processor adds to one while the other waits for its product. */
export function dot(a: Float32Array, b: Float32Array): number {
  let even = 0;
  let odd = 0;
  let d = 0;
  for (const last = a.length - 1; d < last; d += 2) {
    even += (a[d] ?? 0) * (b[d] ?? 0);
    odd += (a[d + 1] ?? 0) * (b[d + 1] ?? 0);
  }
  if (d < a.length) even += (a[d] ?? 0) * (b[d] ?? 0);
  return even + odd;
}
