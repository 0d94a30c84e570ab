/** Documents of the first pass whose best chunks tell what an answer looks like. */
const TEACHERS = 3;

export interface FeedbackInput {
  /** Vector of each candidate by the common model; undefined where it has none. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Cosine of each candidate with the query by the same model. */
  readonly similarities: readonly number[];
  /** The best chunk of each document, best document of the first pass first. */
  readonly bestChunks: readonly number[];
}

/** Cosine of each candidate with the query moved towards its three best documents: q' = unit(q + mean of their best chunks' vectors)
 *  (pseudo-relevance feedback, Rocchio 1971). The query's own vector is not needed: its part is the cosine that is known.
 *  @returns undefined when no vectors were given */
export function feedbackSimilarities({ vectors, similarities, bestChunks }: FeedbackInput): number[] | undefined {
  const teachers = bestChunks.slice(0, TEACHERS).flatMap((at) => {
    const vector = vectors[at];
    return vector === undefined ? [] : [{ vector, similarity: similarities[at] ?? 0 }];
  });
  const [first] = teachers;
  if (first === undefined) return undefined;
  const mean = new Float32Array(first.vector.length);
  for (const { vector } of teachers) for (let d = 0; d < mean.length; d++) mean[d] = (mean[d] ?? 0) + (vector[d] ?? 0) / teachers.length;
  const withQuery = teachers.reduce((sum, { similarity }) => sum + similarity, 0) / teachers.length;
  // |q + m|² = 1 + 2 q·m + |m|², and q·m is the mean of the teachers' cosines.
  const norm = Math.sqrt(Math.max(1e-9, 1 + 2 * withQuery + dot(mean, mean)));
  return vectors.map((vector, at) => ((similarities[at] ?? 0) + (vector === undefined ? 0 : dot(vector, mean))) / norm);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
