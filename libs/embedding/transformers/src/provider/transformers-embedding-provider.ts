import type { CardModel, ComponentHealth } from '@tributary/contracts';
import { embedWords, type EmbedOptions, type EmbeddingProvider } from '@tributary/embedding-port';
import { toErrorRecord } from '@tributary/kernel';
import { readModel, type ModelDescription, type TransformersOptions } from '../folder/read-model.js';
import { ModelThread } from './model-thread.js';

/** A transformer in ONNX from a local folder, on a thread of this process. Nothing is downloaded. Its files are read when it is first described,
 *  the model is loaded with the first text. */
export class TransformersEmbeddingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #options: TransformersOptions;
  #read: Promise<ModelDescription> | undefined;
  #thread: ModelThread | undefined;

  constructor(options: TransformersOptions) {
    this.name = options.name;
    this.#options = options;
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
      embed: (asked) => this.#running(model).embed(asked, { isQuery: kind === 'query', signal }),
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

  #running(model: ModelDescription): ModelThread {
    if (this.#thread === undefined || this.#thread.hasEnded)
      this.#thread = new ModelThread(this.name, { ...model, threads: this.#options.threads ?? 1 });
    return this.#thread;
  }
}
