/** A vector of unit length in 8 bits an element: element i is about `scale × elements[i]`. */
export interface QuantisedVector {
  readonly elements: Int8Array;
  /** Of the unit vector; 0 for the zero vector. */
  readonly scale: number;
  /** Length of the difference to the unit vector: by Cauchy–Schwarz the most that a dot product with a unit vector is off. */
  readonly error: number;
}

/** 1.5 × 2^52: a 64-bit number with this added has no digits left behind the point, so taking it away again rounds; five times as fast as `Math.round`. */
export const ROUNDING = 6_755_399_441_055_744;

/** Quantises by one scale per vector, max|x| / 127, into `elements`, which are 0. The vector need not have unit length. */
export function quantise(vector: Float32Array, elements = new Int8Array(vector.length)): QuantisedVector {
  const norm = lengthOf(vector);
  const step = largestOf(vector) / 127;
  if (norm === 0 || step === 0) return { elements, scale: 0, error: 0 };
  let squaredError = 0;
  for (let i = 0; i < vector.length; i++) {
    const x = vector[i] ?? 0;
    const rounded = x / step + ROUNDING - ROUNDING;
    elements[i] = rounded;
    const difference = x - rounded * step;
    squaredError += difference * difference;
  }
  return { elements, scale: step / norm, error: Math.sqrt(squaredError) / norm };
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator makes an object of each number
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i] ?? 0);
    if (size > largest) largest = size;
  }
  return largest;
}

/** Euclidean length. */
export function lengthOf(vector: Float32Array | Float64Array): number {
  let sum = 0;
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator makes an object of each number
  for (let i = 0; i < vector.length; i++) {
    const x = vector[i] ?? 0;
    sum += x * x;
  }
  return Math.sqrt(sum);
}

/** Cosine of two vectors of one dimension, summed in 64 bits; 0 where one is the zero vector. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return cosineAt(a, 0, measured(b));
}

/** A vector with its length. */
export interface MeasuredVector {
  readonly vector: Float32Array;
  readonly length: number;
}

export function measured(vector: Float32Array): MeasuredVector {
  return { vector, length: lengthOf(vector) };
}

/** Cosine of the vector that begins at a place of `values` with another one. */
export function cosineAt(values: Float32Array, start: number, { vector, length }: MeasuredVector): number {
  let dot = 0;
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const x = values[start + i] ?? 0;
    dot += x * (vector[i] ?? 0);
    squares += x * x;
  }
  const lengths = Math.sqrt(squares) * length;
  return lengths === 0 ? 0 : dot / lengths;
}
