import type { CardModel, ComponentHealth } from '@tributary/contracts';

export interface EmbedOptions {
  /** Queries and documents may get different prefixes. */
  readonly kind: 'query' | 'document';
  readonly signal?: AbortSignal;
}

/** One embedding model, loaded when first needed. */
export interface EmbeddingProvider {
  /** Configured name, as cards say it. */
  readonly name: string;
  /** What a card records of the model; asks the provider where it must. */
  describe(signal?: AbortSignal): Promise<CardModel>;
  /** One vector per text, in order, each of the described dimension and of unit length; a text the model knows nothing of gets the zero vector.
   *  @throws `EMBEDDER.UNAVAILABLE`, `EMBEDDER.RATE_LIMITED`, `EMBEDDER.ANSWER_INVALID` */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  health(signal?: AbortSignal): Promise<ComponentHealth>;
  close(): Promise<void>;
}

/** The text that is embedded for a chunk: its title path in front. */
export function embeddedText(heading: string, content: string): string {
  return heading === '' ? content : `${heading}\n${content}`;
}
