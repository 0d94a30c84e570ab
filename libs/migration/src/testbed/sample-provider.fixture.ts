import type { CardModel } from '@tributary/contracts';
import type { EmbedOptions, EmbeddingProvider } from '@tributary/embedding-port';
import { vectorOf } from '@tributary/engines-port/memory';
import { permanent } from '@tributary/kernel';

/** The model of the sample documents, in any number of dimensions; counts what it embeds, and can be told to refuse a text. */
export class SampleProvider implements EmbeddingProvider {
  readonly name: string;
  dimension: number;
  readonly texts: string[] = [];
  refused: string | undefined;
  /** Left out: it tells none, and nothing keeps its vectors. */
  revision: string | undefined;
  /** Called before each embedding. */
  before: () => Promise<void> = () => Promise.resolve();

  constructor(name: string, dimension: number) {
    this.name = name;
    this.dimension = dimension;
  }

  describe(): Promise<CardModel> {
    const { name, dimension, revision } = this;
    const model = { name, dimension, distance: 'cosine' as const, query_prefix: '', document_prefix: '' };
    return Promise.resolve(revision === undefined ? model : { ...model, revision });
  }

  async embed(texts: readonly string[], { signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    await this.before();
    signal?.throwIfAborted();
    const { refused } = this;
    if (refused !== undefined && texts.some((text) => text.includes(refused))) throw permanent('EMBEDDER.ANSWER_INVALID', 'Not this text.');
    this.texts.push(...texts);
    return texts.map((text) => vectorOf(text, this.dimension));
  }

  health() {
    return Promise.resolve({ name: this.name, kind: 'sample', status: 'up' as const });
  }

  close() {
    return Promise.resolve();
  }
}
