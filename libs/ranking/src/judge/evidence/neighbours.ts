import { dot } from '../../similarity/dot.js';

/** Documents of the first places that lend each other of their scores: each pair costs a cosine. */
const HEAD = 32;
/** Neighbours a document listens to, and how steeply they count less by their cosine. */
const NEAREST = 5;
const STEEPNESS = 3;

/** What a document is by itself. */
export interface ScoredDocument {
  readonly score: number;
  /** Unit vector of its best chunk, by the same model as the others'; undefined where it has none. */
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
    scores[at] = meanOfNearest(cosines[row] ?? [], head) ?? score;
  });
  return scores;
}

/** The cosine of each vector with each, in rows; 0 with itself. */
function cosinesBetween(vectors: readonly Float32Array[]): readonly (readonly number[])[] {
  const rows = vectors.map((vector, row) => {
    const cosines = new Array<number>(vectors.length).fill(0);
    for (let column = 0; column < row; column++) cosines[column] = dot(vector, vectors[column] ?? vector);
    return cosines;
  });
  rows.forEach((cosines, row) => {
    for (let column = row + 1; column < rows.length; column++) cosines[column] = rows[column]?.[row] ?? 0;
  });
  return rows;
}

/** Mean score of the most similar documents; undefined where none is similar.
 *  @param cosines of the listener with each document of the head */
function meanOfNearest(cosines: readonly number[], head: readonly { readonly score: number }[]): number | undefined {
  const nearest: number[] = [];
  for (let other = 0; other < cosines.length; other++) {
    const cosine = cosines[other] ?? 0;
    if (cosine <= 0) continue;
    // Of equal cosines the better document stays in front.
    let place = nearest.length;
    while (place > 0 && (cosines[nearest[place - 1] ?? 0] ?? 0) < cosine) place--;
    if (place === NEAREST) continue;
    if (nearest.length === NEAREST) nearest.pop();
    nearest.splice(place, 0, other);
  }
  let sum = 0;
  let total = 0;
  for (const other of nearest) {
    const weight = (cosines[other] ?? 0) ** STEEPNESS;
    sum += weight * (head[other]?.score ?? 0);
    total += weight;
  }
  return total > 0 ? sum / total : undefined;
}
