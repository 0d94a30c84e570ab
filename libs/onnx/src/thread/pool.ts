/** How the vectors of the tokens become that of the text: their mean, that of the first, or that of the last. */
export type Pooling = 'mean' | 'cls' | 'last';

/** Output of a model for a batch: `rows` texts of `columns` tokens, padding behind, `dimension` numbers for each. */
export interface TokenVectors {
  readonly values: Float32Array;
  readonly columns: number;
  readonly dimension: number;
  /** Tokens of each text that are no padding. */
  readonly lengths: readonly number[];
}

/** The vector of one text of the batch, not yet of unit length. */
export function poolRow({ values, columns, dimension, lengths }: TokenVectors, row: number, pooling: Pooling): Float32Array {
  const start = row * columns * dimension;
  const length = lengths[row] ?? 0;
  if (pooling !== 'mean') {
    const token = start + (pooling === 'cls' ? 0 : Math.max(0, length - 1)) * dimension;
    return values.subarray(token, token + dimension);
  }
  const sum = new Float32Array(dimension);
  for (let token = 0; token < length; token++) {
    const at = start + token * dimension;
    for (let d = 0; d < dimension; d++) sum[d] = (sum[d] ?? 0) + (values[at + d] ?? 0);
  }
  return sum;
}
