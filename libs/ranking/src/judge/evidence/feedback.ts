import { dot } from '../../similarity/dot.js';

/** Documents of the first pass whose best chunks tell what an answer looks like. */
export const TEACHERS = 3;

export interface FeedbackInput {
  /** The query by the common model, of unit length. */
  readonly query: Float32Array;
  /** Vector of each candidate by the same model; undefined where it has none. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** The best chunk of each document, best document of the first pass first. */
  readonly bestChunks: readonly number[];
}

/** Nobody keeps it. Memory of its own for each of sixteen collections would cost more than what is reckoned in it. */
let scratch = new Float32Array(0);

function copied(query: Float32Array): Float32Array {
  if (scratch.length !== query.length) scratch = new Float32Array(query.length);
  scratch.set(query);
  return scratch;
}

/** Cosine of each candidate with the query moved towards its three best documents: q' = unit(q + mean of their best chunks' vectors)
 *  (pseudo-relevance feedback, Rocchio 1971); undefined for a candidate without a vector. */
export function feedbackSimilarities({ query, vectors, bestChunks }: FeedbackInput): (number | undefined)[] {
  const teachers = bestChunks.slice(0, TEACHERS).flatMap((at) => vectors[at] ?? []);
  const moved = copied(query);
  for (const vector of teachers) for (let d = 0; d < moved.length; d++) moved[d] = (moved[d] ?? 0) + (vector[d] ?? 0) / teachers.length;
  const length = Math.sqrt(dot(moved, moved)) || 1;
  return vectors.map((vector) => vector && dot(vector, moved) / length);
}

/** What the best answers of one list teach. A list is ranked again once its best passages were read, and mostly has the same teachers then: what they taught is kept. */
export class Lessons {
  readonly #input: Omit<FeedbackInput, 'bestChunks'>;
  #teachers: readonly number[] = [];
  #taught: readonly (number | undefined)[] | undefined;

  constructor(input: Omit<FeedbackInput, 'bestChunks'>) {
    this.#input = input;
  }

  /** `feedbackSimilarities`. */
  by(bestChunks: readonly number[]): readonly (number | undefined)[] {
    const teachers = bestChunks.slice(0, TEACHERS);
    const isKnown = teachers.length === this.#teachers.length && teachers.every((at, place) => at === this.#teachers[place]);
    if (this.#taught === undefined || !isKnown) this.#taught = feedbackSimilarities({ ...this.#input, bestChunks: teachers });
    this.#teachers = teachers;
    return this.#taught;
  }
}
