import type { CardModel, ComponentHealth } from '@tributary/contracts';
import { embedWords, toUnitVector, type EmbedOptions, type EmbeddingProvider } from '@tributary/embedding-port';
import { LocalModel, answerInvalid, type ModelOwner } from '@tributary/onnx';
import { readModel, type ModelDescription, type TransformersOptions } from '../folder/read-model.js';

/** A transformer in ONNX from a local folder, on a thread of this process. Nothing is downloaded. Its files are read when it is first described,
 *  the model is loaded with the first text. */
export class TransformersEmbeddingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #owner: ModelOwner;
  readonly #model: LocalModel<ModelDescription>;

  constructor(options: TransformersOptions) {
    this.name = options.name;
    this.#owner = { name: options.name, use: 'embedding' };
    this.#model = new LocalModel({
      owner: this.#owner,
      read: () => readModel(options),
      toThread: ({ pooling, mayUseSentenceOutput, needsSentenceOutput, ...model }) => ({
        ...model,
        output: { kind: 'vectors', pooling, mayUseSentenceOutput, needsSentenceOutput },
        threads: options.threads ?? 1,
      }),
    });
  }

  async describe(signal?: AbortSignal): Promise<CardModel> {
    const { revision, dimension, prefixes } = await this.#model.describe();
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

  async embed(texts: readonly string[], { kind, isUrgent = kind === 'query', signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    const model = await this.#model.describe();
    return embedWords(texts, {
      prefix: model.prefixes[kind],
      dimension: () => Promise.resolve(model.dimension),
      embed: async (asked) => {
        const thread = await this.#model.running({ isUrgent });
        const rows = await thread.run({ texts: asked, urgency: kind === 'query' ? 2 : isUrgent ? 1 : 0 }, { signal });
        return rows.map((row) => this.#toVector(row, model));
      },
      signal,
    });
  }

  /** Up when the files are there and fit; loading is left to the first text. */
  async health(): Promise<ComponentHealth> {
    return { name: this.name, kind: 'transformers', ...(await this.#model.state()) };
  }

  close(): Promise<void> {
    return this.#model.close();
  }

  #toVector(row: Float32Array, { dimension }: ModelDescription): Float32Array {
    if (row.length !== dimension)
      throw answerInvalid(this.#owner, `it gives ${row.length.toString()} numbers, where its files say ${dimension.toString()}`);
    const vector = toUnitVector(row);
    if (vector) return vector;
    throw answerInvalid(this.#owner, 'it gives a number that is not finite');
  }
}
