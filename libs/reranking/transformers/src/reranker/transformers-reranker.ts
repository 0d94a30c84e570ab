import type { ComponentHealth } from '@tributary/contracts';
import { isAbort } from '@tributary/kernel';
import { LocalModel, answerInvalid, type ModelOwner } from '@tributary/onnx';
import {
  cutText,
  growingBatches,
  twoAtOnce,
  type RerankOptions,
  type RerankRequest,
  type RerankScores,
  type Reranker,
} from '@tributary/reranking-port';
import { readCrossEncoder, type TransformersRerankerOptions } from '../folder/read-cross-encoder.js';

type Model = Awaited<ReturnType<typeof readCrossEncoder>>;

/** A cross-encoder in ONNX from a local folder, on a thread of this process. Its files are read and the model is loaded with the first query. */
export class TransformersReranker implements Reranker {
  readonly name: string;
  readonly #owner: ModelOwner;
  readonly #model: LocalModel<Model>;

  constructor(options: TransformersRerankerOptions) {
    this.name = options.name;
    this.#owner = { name: options.name, use: 'reranking' };
    this.#model = new LocalModel({
      owner: this.#owner,
      read: () => readCrossEncoder(this.#owner, options),
      toThread: (model) => ({ ...model, output: { kind: 'logits' }, threads: options.threads ?? 1 }),
    });
  }

  async rerank({ query, texts }: RerankRequest, { deadline, signal }: RerankOptions): Promise<RerankScores> {
    signal?.throwIfAborted();
    if (texts.length === 0) return [];
    const limit = deadline.signal(signal);
    const scores: (number | undefined)[] = texts.map(() => undefined);
    try {
      await twoAtOnce(growingBatches(texts), async ({ from, items }) => {
        limit.throwIfAborted();
        const thread = await this.#model.running({ isUrgent: true });
        const rows = await thread.run({ texts: items.map(cutText), query: cutText(query), urgency: 1 }, { signal: limit });
        rows.forEach((row, at) => (scores[from + at] = this.#score(row)));
      });
    } catch (error) {
      signal?.throwIfAborted();
      // What there is by then is handed over.
      if (!isAbort(error) || scores[0] === undefined) throw error;
    }
    return scores;
  }

  /** Up when the files are there and fit; loading is left to the first query. */
  async health(): Promise<ComponentHealth> {
    return { name: this.name, kind: 'transformers', ...(await this.#model.state()) };
  }

  close(): Promise<void> {
    return this.#model.close();
  }

  #score(row: Float32Array): number {
    const [first, second] = row;
    if (row.length > 2) throw answerInvalid(this.#owner, `it gives ${row.length.toString()} numbers for a pair, not one or two`);
    const score = (second ?? first ?? Number.NaN) - (second === undefined ? 0 : (first ?? 0));
    if (Number.isFinite(score)) return score;
    throw answerInvalid(this.#owner, 'it gives a number that is not finite');
  }
}
