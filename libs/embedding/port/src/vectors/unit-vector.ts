/** The numbers scaled to unit length, or zeros when all of them are zero; undefined where one is no finite number. */
export function toUnitVector(values: Iterable<unknown> & { readonly length: number }): Float32Array | undefined {
  const vector = new Float32Array(values.length);
  let squares = 0;
  let d = 0;
  for (const value of values) {
    if (typeof value !== 'number') return undefined;
    vector[d++] = value;
    squares += value * value;
  }
  if (!Number.isFinite(squares)) return undefined;
  if (squares === 0) return vector;
  const factor = 1 / Math.sqrt(squares);
  for (d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) * factor;
  return vector;
}

/** True for a vector without a direction: nothing is like it. */
export function isZero(vector: Float32Array): boolean {
  return vector.every((element) => element === 0);
}
