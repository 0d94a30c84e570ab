import type { CardModel } from '@tributary/contracts';
import type { QueryEmbedder } from '../embed/query-embedder.js';
import { failureOf, type Failure } from './failure.js';
import type { Deadline } from '@tributary/kernel';

/** The query in one model, or why it is not there. */
export type QueryVector = { readonly vector: Float32Array } | { readonly failure: Failure };

const NOTHING_TO_EMBED: Failure = {
  status: 'skipped',
  code: 'QUERY.NOT_EMBEDDABLE',
  reason: 'the model knows nothing of the query',
  isOutage: false,
};

interface VectorOptions {
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  /** Stands in for a vector that cannot be had: those of the text before it was repaired. */
  readonly fallback?: QueryVectors;
}

/** The vectors of one query text, each model asked once however many collections share it. */
export class QueryVectors {
  readonly #embedder: QueryEmbedder;
  readonly #text: string;
  readonly #options: VectorOptions;
  readonly #byModel = new Map<string, Promise<QueryVector>>();
  #common: Promise<Float32Array | undefined> | undefined;

  constructor(embedder: QueryEmbedder, text: string, options: VectorOptions) {
    this.#embedder = embedder;
    this.#text = text;
    this.#options = options;
  }

  /** By a collection's own model. Never rejects. */
  of(model: CardModel): Promise<QueryVector> {
    const key = `${model.name}@${model.revision ?? ''}/${model.dimension.toString()}`;
    const known = this.#byModel.get(key) ?? this.#embed(model);
    this.#byModel.set(key, known);
    return known;
  }

  /** By the common model; undefined where it knows nothing of the query. Never rejects. */
  common(): Promise<Float32Array | undefined> {
    if (this.#text === '') return Promise.resolve(undefined);
    this.#common ??= this.#embedder.embedCommon(this.#text, this.#options).then(
      (vector) => (vector?.some(isNotZero) ? vector : undefined),
      () => undefined,
    );
    return this.#common;
  }

  async #embed(model: CardModel): Promise<QueryVector> {
    // Transformers give a vector of their marks alone.
    if (this.#text === '') return { failure: NOTHING_TO_EMBED };
    try {
      const vector = await this.#embedder.embed(this.#text, model, this.#options);
      return vector.some(isNotZero) ? { vector } : { failure: NOTHING_TO_EMBED };
    } catch (error) {
      return this.#options.fallback?.of(model) ?? { failure: failureOf(error) };
    }
  }
}

function isNotZero(value: number): boolean {
  return value !== 0;
}
