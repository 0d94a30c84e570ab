import { setImmediate as nextTurn } from 'node:timers/promises';
import { healthOf, type CardModel, type ComponentHealth } from '@tributary/contracts';
import type { EmbedOptions, EmbeddingProvider } from '@tributary/embedding-port';
import { BulkEmbedder } from '../bulk/bulk-embedder.js';
import { readHeader, type ModelHeader } from '../model/model-files.js';
import { SHIPPED_MODEL } from '../model/shipped-model.js';
import { StaticModel } from '../model/static-model.js';
import { StaticWordModel } from '../words/static-word-model.js';

const REVISION_DIGITS = 12;
/** Other work of the process waits no longer than this (a search, a heartbeat). */
const SLICE_MS = 5;
/** A longer text is taken in by slices of this many UTF-16 units, each well under a millisecond. */
const SLICE_UNITS = 16_384;

/** The default model: 30,522 WordPiece vectors of 256 dimensions that ship with this package. It needs no network, no native code and no second
 *  process; queries and documents are embedded alike. The 8 MB matrix is read when the first text comes. */
export class StaticEmbeddingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #folder: string;
  #header: ModelHeader | undefined;
  #model: StaticModel | undefined;
  readonly #bulk = new BulkEmbedder(() => this.#load().tables);
  readonly words = new StaticWordModel(() => this.#load());

  constructor({ name = 'static', folder = SHIPPED_MODEL }: { readonly name?: string; readonly folder?: string } = {}) {
    this.name = name;
    this.#folder = folder;
  }

  describe(): Promise<CardModel> {
    return Promise.resolve().then(() => {
      this.#header ??= readHeader(this.#folder);
      const { dimension, sha256 } = this.#header;
      return {
        name: this.name,
        revision: sha256.slice(0, REVISION_DIGITS),
        dimension,
        distance: 'cosine',
        query_prefix: '',
        document_prefix: '',
      };
    });
  }

  /** One unit vector per text, in order, computed without a pause: for a query, or for texts on a thread of their own. */
  embedSync(texts: readonly string[]): readonly Float32Array[] {
    const model = this.#load();
    return texts.map((text) => model.embed(text));
  }

  /** As `embedSync`. Many documents are embedded in a thread of their own, else the event loop turns every few milliseconds. */
  async embed(texts: readonly string[], options: EmbedOptions = { kind: 'document' }): Promise<readonly Float32Array[]> {
    options.signal?.throwIfAborted();
    const model = this.#load();
    if (options.kind === 'document' && !texts.some(isLong)) {
      const vectors = await this.#bulk.embed(texts, options.signal);
      if (vectors) return vectors;
      options.signal?.throwIfAborted();
    }
    const pace = new Pace(options.signal);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      vectors.push(isLong(text) ? await embedLong(model, text, pace) : model.embed(text));
      if (pace.isDue) await pace.pause();
    }
    return vectors;
  }

  health(): Promise<ComponentHealth> {
    const ask = async () => {
      await this.describe();
      return {};
    };
    return healthOf({ name: this.name, kind: 'static' }, ask);
  }

  get hasThread(): boolean {
    return this.#bulk.hasThread;
  }

  /** Lets go of the matrix and of the thread; the next text loads it again. */
  async close(): Promise<void> {
    this.#model = undefined;
    this.words.forget();
    await this.#bulk.close();
  }

  #load(): StaticModel {
    this.#model ??= StaticModel.load(this.#folder);
    return this.#model;
  }
}

/** Says when a long computation should let others run. */
class Pace {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}

function isLong(text: string): boolean {
  return text.length > SLICE_UNITS;
}

async function embedLong(model: StaticModel, text: string, pace: Pace): Promise<Float32Array> {
  const counter = model.newCounter();
  for (let at = 0; at < text.length;) {
    at = counter.feed(text, at, Math.min(text.length, at + SLICE_UNITS));
    if (pace.isDue) await pace.pause();
  }
  counter.finish();
  return model.pool(counter);
}
