import type { CardModel, ComponentHealth } from '@tributary/contracts';
import { embedWords, toUnitVector, type EmbedOptions, type EmbeddingProvider } from '@tributary/embedding-port';
import { toErrorRecord } from '@tributary/kernel';
import { ModelThread, answerInvalid, type ModelOwner } from '@tributary/onnx';
import { readModel, type ModelDescription, type TransformersOptions } from '../folder/read-model.js';

/** A transformer in ONNX from a local folder, on a thread of this process. Nothing is downloaded. Its files are read when it is first described,
 *  the model is loaded with the first text. */
export class TransformersEmbeddingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #options: TransformersOptions;
  readonly #owner: ModelOwner;
  #read: Promise<ModelDescription> | undefined;
  #thread: ModelThread | undefined;

  constructor(options: TransformersOptions) {
    this.name = options.name;
    this.#options = options;
    this.#owner = { name: options.name, use: 'embedding' };
  }

  async describe(signal?: AbortSignal): Promise<CardModel> {
    const { revision, dimension, prefixes } = await this.#model();
    signal?.throwIfAborted();
    return {
      name: this.name,
      revision,
      dimension,
      distance: 'cosine',
      query_prefix: prefixes.query,
      document_prefix: prefixes.document,
    };
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    const model = await this.#model();
    return embedWords(texts, {
      prefix: model.prefixes[kind],
      dimension: () => Promise.resolve(model.dimension),
      embed: async (asked) => {
        const rows = await this.#running(model).run({ texts: asked, isUrgent: kind === 'query' }, { signal });
        return rows.map((row) => this.#toVector(row, model));
      },
      signal,
    });
  }

  /** Up when the files are there and fit; loading is left to the first text. */
  async health(): Promise<ComponentHealth> {
    const component = { name: this.name, kind: 'transformers' };
    try {
      await this.#model();
      return { ...component, status: 'up' };
    } catch (error) {
      return { ...component, status: 'down', detail: toErrorRecord(error).message };
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }

  /** What the files say; asked again after a failure, since somebody may have put them there. */
  #model(): Promise<ModelDescription> {
    this.#read ??= readModel(this.#options).catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    return this.#read;
  }

  #toVector(row: Float32Array, { dimension }: ModelDescription): Float32Array {
    if (row.length !== dimension)
      throw answerInvalid(this.#owner, `it gives ${row.length.toString()} numbers, where its files say ${dimension.toString()}`);
    const vector = toUnitVector(row);
    if (vector) return vector;
    throw answerInvalid(this.#owner, 'it gives a number that is not finite');
  }

  #running(model: ModelDescription): ModelThread {
    if (this.#thread === undefined || this.#thread.hasEnded) {
      const { pooling, mayUseSentenceOutput, needsSentenceOutput } = model;
      const output = { kind: 'vectors', pooling, mayUseSentenceOutput, needsSentenceOutput } as const;
      this.#thread = new ModelThread(this.#owner, { ...model, output, threads: this.#options.threads ?? 1 });
    }
    return this.#thread;
  }
}
