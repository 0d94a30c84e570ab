import { embedQueryQueue } from '@tributary/contracts';
import type { EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { LocalQueues } from '@tributary/messaging-local';
import { findModelFolder } from '@tributary/testing';

/** An embedder behind `embed-query`, and what it was asked for. */
export class TestEmbedder implements AsyncDisposable {
  readonly queues = LocalQueues.open({ memory: true });
  /** Texts by request. */
  readonly asked: { readonly kind: string; readonly texts: readonly string[] }[] = [];
  /** Every request waits for this. */
  until: () => Promise<void> = () => Promise.resolve();
  /** Another one gives other vectors: those of this one, turned around. */
  revision: 'first' | 'second' = 'first';
  readonly #provider: EmbeddingProvider;

  private constructor(provider: EmbeddingProvider) {
    this.#provider = provider;
  }

  /** MiniLM where it is there, else the static model; either under the name `minilm`. */
  static async start({ small = false } = {}): Promise<TestEmbedder> {
    const folder = findModelFolder();
    const isStatic = small || folder.kind === 'none';
    const embedder = new TestEmbedder(
      isStatic ? new StaticEmbeddingProvider({ name: 'minilm' }) : new TransformersEmbeddingProvider({ name: 'minilm', path: folder.path }),
    );
    await embedder.#provider.embed(['warm'], { kind: 'query' });
    await embedder.queues.consume(embedQueryQueue, ({ data, signal }) => embedder.#answer(data, signal), { concurrency: 4 });
    return embedder;
  }

  async embed(text: string, kind: 'query' | 'document'): Promise<Float32Array> {
    const [vector = new Float32Array()] = await this.#provider.embed([text], { kind });
    return vector;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queues.close();
    await this.#provider.close();
  }

  async #answer({ texts, kind }: { readonly texts: readonly string[]; readonly kind: 'query' | 'document' }, signal: AbortSignal) {
    this.asked.push({ kind, texts });
    await this.until();
    const { revision } = this;
    const vectors = await this.#provider.embed(texts, { kind, signal });
    return { vectors: vectors.map((vector) => (revision === 'first' ? [...vector] : [...vector].reverse())), revision };
  }
}
