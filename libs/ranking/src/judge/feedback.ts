/** Documents of the first pass whose best chunks tell what an answer looks like. */
const TEACHERS = 3;

export interface FeedbackInput {
  /** The query by the common model, of unit length. */
  readonly query: Float32Array;
  /** Vector of each candidate by the same model; undefined where it has none. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** The best chunk of each document, best document of the first pass first. */
  readonly bestChunks: readonly number[];
}

/** Cosine of each candidate with the query moved towards its three best documents: q' = unit(q + mean of their best chunks' vectors)
 *  (pseudo-relevance feedback, Rocchio 1971); undefined for a candidate without a vector. */
export function feedbackSimilarities({ query, vectors, bestChunks }: FeedbackInput): (number | undefined)[] {
  const teachers = bestChunks.slice(0, TEACHERS).flatMap((at) => vectors[at] ?? []);
  const moved = Float32Array.from(query);
  for (const vector of teachers) for (let d = 0; d < moved.length; d++) moved[d] = (moved[d] ?? 0) + (vector[d] ?? 0) / teachers.length;
  const length = Math.sqrt(dot(moved, moved)) || 1;
  return vectors.map((vector) => vector && dot(vector, moved) / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
