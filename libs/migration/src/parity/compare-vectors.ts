/** The most by which an element of two vectors may differ that count as equal. */
const TOLERANCE = 1e-6;

/** How two vectors compare: `normalised` are equal in direction only. */
export interface VectorComparison {
  readonly verdict: 'equal' | 'normalised' | 'different';
  /** The largest difference of an element; of the unit vectors where they were compared. */
  readonly difference: number;
}

/** Compares element by element; where only directions count (cosine), unit vectors count as equal, too, since engines may keep those alone. */
export function compareVectors(
  a: Float32Array,
  b: Float32Array,
  { directionsOnly }: { readonly directionsOnly: boolean },
): VectorComparison {
  const difference = largestDifference([a, 1], [b, 1]);
  if (difference <= TOLERANCE) return { verdict: 'equal', difference };
  const unit = directionsOnly ? largestDifference([a, scaleOf(a)], [b, scaleOf(b)]) : Infinity;
  return unit <= TOLERANCE ? { verdict: 'normalised', difference: unit } : { verdict: 'different', difference };
}

type Scaled = readonly [vector: Float32Array, scale: number];

function largestDifference([a, scaleA]: Scaled, [b, scaleB]: Scaled): number {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs((a[i] ?? 0) * scaleA - (b[i] ?? 0) * scaleB));
  return Number.isNaN(largest) ? Infinity : largest;
}

function scaleOf(vector: Float32Array): number {
  const length = Math.hypot(...vector);
  return length === 0 ? 1 : 1 / length;
}
