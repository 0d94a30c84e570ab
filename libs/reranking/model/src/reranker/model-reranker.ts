import { createHash } from 'node:crypto';
import { embedQueryQueue, type ComponentHealth } from '@tributary/contracts';
import { Deadline, isAbort, permanent, toErrorRecord } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import {
  cutText,
  growingBatches,
  type RerankOptions,
  type RerankRequest,
  type RerankScores,
  type Reranker,
} from '@tributary/reranking-port';
import { VectorCache } from '../cache/vector-cache.js';

export interface ModelRerankerOptions {
  /** Configured name. */
  readonly name: string;
  /** Configured name of the embedding model. */
  readonly model: string;
  /** Where an embedder that holds the model is asked. */
  readonly queues: Pick<Queues, 'request'>;
  /** Vectors of passages that are kept; left out: 32 MB. */
  readonly cacheBytes?: number;
}

const QUERIES = 1000;
/** A batch that is under way when the search has gone on is let finish: its vectors serve the next search. Also the time a slow machine loads a model in. */
const BATCH_MS = 20_000;

const HEALTH_MS = 5000;

type Kind = 'query' | 'document';

/** Reranks by the cosines of an embedding model. */
export class ModelReranker implements Reranker {
  readonly name: string;
  readonly model: string;
  readonly #queues: ModelRerankerOptions['queues'];
  readonly #passages: VectorCache;
  readonly #queries = new Map<string, Float32Array>();
  /** By passage: what is being asked for, for this search or another one. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor({ name, model, queues, cacheBytes }: ModelRerankerOptions) {
    this.name = name;
    this.model = model;
    this.#queues = queues;
    this.#passages = new VectorCache(cacheBytes);
  }

  async rerank({ query, texts }: RerankRequest, { deadline, signal }: RerankOptions): Promise<RerankScores> {
    signal?.throwIfAborted();
    if (texts.length === 0) return [];
    const limit = deadline.signal(signal);
    const vector = await before(limit, this.#queryVector(cutText(query)));
    const cut = texts.map(cutText);
    const keys = cut.map(keyOf);
    await this.#fill(new Map(keys.map((key, at) => [key, cut[at] ?? ''])), limit);
    signal?.throwIfAborted();
    const scores = keys.map((key) => cosine(vector, this.#passages.get(key)));
    if (scores.every((score) => score === undefined)) limit.throwIfAborted();
    return scores;
  }

  async health(signal?: AbortSignal): Promise<ComponentHealth> {
    const component = { name: this.name, kind: 'model' };
    try {
      await this.#embed(['text'], 'query', Deadline.in(HEALTH_MS).signal(signal));
      return { ...component, status: 'up' };
    } catch (error) {
      return { ...component, status: 'down', detail: toErrorRecord(error).message };
    }
  }

  close(): Promise<void> {
    this.#passages.clear();
    this.#queries.clear();
    return Promise.resolve();
  }

  /** Embeds the passages that are not known, batch by batch, until all are or the time is over. */
  async #fill(passages: ReadonlyMap<string, string>, limit: AbortSignal): Promise<void> {
    try {
      for (const work of new Set([...passages.keys()].flatMap((key) => this.#underWay.get(key) ?? []))) await before(limit, work);
      const missing = [...passages].filter(([key]) => this.#passages.get(key) === undefined);
      for (const { items } of growingBatches(missing)) {
        limit.throwIfAborted();
        await before(limit, this.#ask(items));
      }
    } catch (error) {
      // What there is by then is scored.
      if (!limit.aborted || !isAbort(error)) throw error;
    }
  }

  #ask(batch: readonly (readonly [key: string, text: string])[]): Promise<void> {
    const work = this.#keep(batch).finally(() => {
      for (const [key] of batch) this.#underWay.delete(key);
    });
    for (const [key] of batch) this.#underWay.set(key, work);
    return work;
  }

  async #keep(batch: readonly (readonly [key: string, text: string])[]): Promise<void> {
    const vectors = await this.#embed(
      batch.map(([, text]) => text),
      'document',
    );
    batch.forEach(([key], at) => {
      const vector = vectors[at];
      if (vector) this.#passages.set(key, vector);
    });
  }

  async #queryVector(query: string): Promise<Float32Array> {
    const known = this.#queries.get(query);
    if (known) return known;
    const [vector = new Float32Array()] = await this.#embed([query], 'query');
    const [oldest] = this.#queries.keys();
    if (this.#queries.size >= QUERIES && oldest !== undefined) this.#queries.delete(oldest);
    this.#queries.set(query, vector);
    return vector;
  }

  async #embed(texts: readonly string[], kind: Kind, signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const data = { model: this.model, texts: [...texts], kind };
    const { vectors } = await this.#queues.request(embedQueryQueue, data, {
      deadline: Deadline.in(BATCH_MS),
      ...(signal ? { signal } : {}),
    });
    if (vectors.length === texts.length) return vectors.map((vector) => Float32Array.from(vector));
    throw permanent(
      'RERANKER.ANSWER_INVALID',
      `The model ${this.model} gave ${vectors.length.toString()} vectors for ${texts.length.toString()} texts.`,
    );
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Of unit vectors; undefined where one is not known, or of another model that had the name before. */
function cosine(a: Float32Array, b: Float32Array | undefined): number | undefined {
  if (b?.length !== a.length) return undefined;
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}

/** The result of the work, or the reason of the signal as soon as it aborts; the work goes on all the same. */
function before<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => {
      reject(limit.reason instanceof Error ? limit.reason : new DOMException('The call was given up.', 'AbortError'));
    };
    if (limit.aborted) giveUp();
    else limit.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => {
      limit.removeEventListener('abort', giveUp);
    });
  });
}
