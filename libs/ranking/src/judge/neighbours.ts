import { dot } from '../similarity/dot.js';

/** Documents of the first places that lend each other of their scores: each pair costs a cosine. */
const HEAD = 32;
/** Neighbours a document listens to, and how steeply they count less by their cosine. */
const NEAREST = 5;
const STEEPNESS = 3;

/** What a document is by itself. */
export interface ScoredDocument {
  readonly score: number;
  /** Unit vector of its best chunk by the model common to all collections; undefined where it has none. */
  readonly vector: Float32Array | undefined;
}

/** Mean score of each document's five most similar documents among the best 32, weighed by cosine³; its own score where it has no neighbours. What is alike answers the
 *  same questions, so their scores tell of it too (cluster hypothesis, van Rijsbergen 1979; score regularisation, Diaz 2005). */
export function neighbourScores(documents: readonly ScoredDocument[]): readonly number[] {
  const scores = documents.map(({ score }) => score);
  const head = documents
    .flatMap(({ score, vector }, at) => (vector === undefined || vector.length === 0 ? [] : [{ at, score, vector }]))
    .sort((a, b) => b.score - a.score)
    .slice(0, HEAD);
  const cosines = cosinesBetween(head.map(({ vector }) => vector));
  head.forEach(({ at, score }, row) => {
    const nearest = head
      .map((other, column) => ({ score: other.score, cosine: column === row ? 0 : (cosines[row * head.length + column] ?? 0) }))
      .filter(({ cosine }) => cosine > 0)
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, NEAREST);
    scores[at] = weightedMean(nearest) ?? score;
  });
  return scores;
}

/** @returns the cosine of vector i and vector j at i · n + j */
function cosinesBetween(vectors: readonly Float32Array[]): Float64Array {
  const cosines = new Float64Array(vectors.length ** 2);
  vectors.forEach((vector, row) => {
    for (let column = 0; column < row; column++) {
      const cosine = dot(vector, vectors[column] ?? vector);
      cosines[row * vectors.length + column] = cosine;
      cosines[column * vectors.length + row] = cosine;
    }
  });
  return cosines;
}

function weightedMean(neighbours: readonly { readonly score: number; readonly cosine: number }[]): number | undefined {
  let [sum, total] = [0, 0];
  for (const { score, cosine } of neighbours) {
    sum += cosine ** STEEPNESS * score;
    total += cosine ** STEEPNESS;
  }
  return total > 0 ? sum / total : undefined;
}
