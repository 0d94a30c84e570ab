import { createHash } from 'node:crypto';
import { embedQueryQueue, healthOf, type ComponentHealth } from '@tributary/contracts';
import { Deadline, isAbort, permanent, untilAborted } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import {
  cutText,
  growingBatches,
  twoAtOnce,
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

/** What the model gave, and which revision of it; undefined where it does not tell. */
interface Embedded {
  readonly vectors: readonly Float32Array[];
  readonly revision: string | undefined;
}

interface EmbeddedQuery extends Pick<Embedded, 'revision'> {
  readonly vector: Float32Array;
}

/** Reranks by the cosines of an embedding model. */
export class ModelReranker implements Reranker {
  readonly name: string;
  readonly model: string;
  readonly #queues: ModelRerankerOptions['queues'];
  readonly #passages: VectorCache;
  readonly #queries = new Map<string, EmbeddedQuery>();
  /** By passage: what is being asked for, for this search or another one. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Of the model that made the passages that are kept. */
  #revision: string | undefined;

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
    const asked = cutText(query);
    const first = await untilAborted(this.#embedQuery(asked), limit);
    const cut = texts.map(cutText);
    const keys = cut.map(keyOf);
    await this.#fill(new Map(keys.map((key, at) => [key, cut[at] ?? ''])), limit);
    signal?.throwIfAborted();
    // The model was replaced meanwhile: what is known of the passages is of another revision than the query.
    const { vector } = this.#isCurrent(first) ? first : await untilAborted(this.#embedQuery(asked), limit);
    const scores = keys.map((key) => cosine(vector, this.#passages.get(key)));
    if (scores.every((score) => score === undefined)) limit.throwIfAborted();
    return scores;
  }

  health(signal?: AbortSignal): Promise<ComponentHealth> {
    const ask = async () => {
      await this.#embed(['text'], 'query', Deadline.in(HEALTH_MS).signal(signal));
      return {};
    };
    return healthOf({ name: this.name, kind: 'model' }, ask, signal);
  }

  close(): Promise<void> {
    this.#forget();
    return Promise.resolve();
  }

  /** Embeds the passages that are not known, batch by batch, until all are or the time is over. */
  async #fill(passages: ReadonlyMap<string, string>, limit: AbortSignal): Promise<void> {
    try {
      for (const work of new Set([...passages.keys()].flatMap((key) => this.#underWay.get(key) ?? []))) await untilAborted(work, limit);
      const missing = [...passages].filter(([key]) => this.#passages.get(key) === undefined);
      await twoAtOnce(growingBatches(missing), async ({ items }) => {
        limit.throwIfAborted();
        await untilAborted(this.#ask(items), limit);
      });
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
    const embedded = await this.#embed(
      batch.map(([, text]) => text),
      'document',
    );
    if (!this.#isCurrent(embedded)) return;
    batch.forEach(([key], at) => {
      const vector = embedded.vectors[at];
      if (vector) this.#passages.set(key, vector);
    });
  }

  async #embedQuery(query: string): Promise<EmbeddedQuery> {
    const known = this.#queries.get(query);
    if (known && this.#isCurrent(known)) return known;
    const { vectors, revision } = await this.#embed([query], 'query');
    const [oldest] = this.#queries.keys();
    if (this.#queries.size >= QUERIES && oldest !== undefined) this.#queries.delete(oldest);
    const embedded = { vector: vectors[0] ?? new Float32Array(), revision };
    this.#queries.set(query, embedded);
    return embedded;
  }

  #isCurrent({ revision }: Pick<Embedded, 'revision'>): boolean {
    return revision === this.#revision;
  }

  #forget(): void {
    this.#passages.clear();
    this.#queries.clear();
  }

  async #embed(texts: readonly string[], kind: Kind, signal?: AbortSignal): Promise<Embedded> {
    const data = { model: this.model, texts: [...texts], kind };
    const { vectors, revision } = await this.#queues.request(embedQueryQueue, data, {
      deadline: Deadline.in(BATCH_MS),
      ...(signal ? { signal } : {}),
    });
    if (revision !== this.#revision) this.#forget();
    this.#revision = revision;
    if (vectors.length === texts.length) return { vectors: vectors.map((vector) => Float32Array.from(vector)), revision };
    throw permanent(
      'RERANKER.ANSWER_INVALID',
      `The model ${this.model} gave ${vectors.length.toString()} vectors for ${texts.length.toString()} texts.`,
    );
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Of unit vectors; undefined where one is not known, or of another length. */
function cosine(a: Float32Array, b: Float32Array | undefined): number | undefined {
  if (b?.length !== a.length) return undefined;
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
