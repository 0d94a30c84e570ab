import { createHash } from 'node:crypto';
import type { CardModel, ComponentHealth } from '@tributary/contracts';
import { isAbort } from '@tributary/kernel';
import type { DescribeWhen, EmbedOptions, EmbeddingProvider } from '../provider/embedding-provider.js';
import { isZero } from '../vectors/unit-vector.js';
import type { WordModel } from '../words/word-model.js';
import type { ModelRevision, VectorCache } from './vector-cache.js';

export interface CachingOptions {
  readonly cache: VectorCache;
  /** Told how many texts were found and how many were not. */
  readonly count?: (found: { readonly hits: number; readonly misses: number }) => void;
  /** Told when the cache itself fails; texts are embedded as if there were none. */
  readonly report?: (error: unknown) => void;
}

/** Takes the vectors of documents that were embedded before out of a cache. A model that tells no revision is always asked, and so are queries: their
 *  vectors are kept elsewhere, in memory. A cache that fails costs time and nothing else. */
export class CachingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly words?: WordModel;
  readonly #inner: EmbeddingProvider;
  readonly #options: CachingOptions;

  constructor(inner: EmbeddingProvider, options: CachingOptions) {
    this.name = inner.name;
    this.#inner = inner;
    this.#options = options;
    if (inner.words !== undefined) this.words = inner.words;
  }

  describe(signal?: AbortSignal, when?: DescribeWhen): Promise<CardModel> {
    return this.#inner.describe(signal, when);
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    options.signal?.throwIfAborted();
    if (options.kind === 'query' || texts.length === 0) return this.#inner.embed(texts, options);
    const card = await this.#inner.describe(options.signal);
    const { revision } = card;
    if (revision === undefined) return this.#inner.embed(texts, options);
    const hashes = texts.map(hashOf);
    const model = { name: this.name, revision };
    const known = options.isAnew === true ? hashes.map(() => undefined) : await this.#known(model, hashes, card.dimension);
    const missing = [...new Map(hashes.flatMap((hash, i) => (known[i] === undefined ? [[hash, texts[i] ?? '']] : [])))];
    this.#options.count?.({ hits: texts.length - missing.length, misses: missing.length });
    if (missing.length === 0) return known.filter((vector) => vector !== undefined);
    const made = await this.#inner.embed(
      missing.map(([, text]) => text),
      options,
    );
    const byHash = new Map(missing.map(([hash], i) => [hash, made[i]]));
    await this.#keep(model, byHash, options.signal);
    return hashes.flatMap((hash, i) => known[i] ?? byHash.get(hash) ?? []);
  }

  health(signal?: AbortSignal): Promise<ComponentHealth> {
    return this.#inner.health(signal);
  }

  /** Closes the model; the cache is shared and its owner's to close. */
  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Vectors of another length are none: the model is another one, whatever its revision says. Nor are zeros, which a server answered in a bad moment. */
  async #known(model: ModelRevision, hashes: readonly string[], dimension: number): Promise<readonly (Float32Array | undefined)[]> {
    try {
      const found = await this.#options.cache.get(model, hashes);
      return found.map((vector) => (vector?.length === dimension && !isZero(vector) ? vector : undefined));
    } catch (error) {
      this.#options.report?.(error);
      return hashes.map(() => undefined);
    }
  }

  /** Keeps what was made, unless the model became another one while it was: its vectors would stand under the wrong revision for ever. */
  async #keep(model: ModelRevision, made: ReadonlyMap<string, Float32Array | undefined>, signal: AbortSignal | undefined): Promise<void> {
    try {
      const { revision } = await this.#inner.describe(signal, 'now');
      if (revision !== model.revision) return;
      const vectors = [...made].flatMap(([hash, vector]) => (vector === undefined || isZero(vector) ? [] : [{ hash, vector }]));
      await this.#options.cache.put(model, vectors);
    } catch (error) {
      if (!isAbort(error)) this.#options.report?.(error);
    }
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
