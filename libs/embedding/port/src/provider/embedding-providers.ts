import { permanent } from '@tributary/kernel';
import type { EmbeddingProvider } from './embedding-provider.js';

/** The configured models by name. */
export class EmbeddingProviders {
  /** The model of new collections. */
  readonly default: EmbeddingProvider;
  readonly #byName: ReadonlyMap<string, EmbeddingProvider>;

  constructor(defaultProvider: EmbeddingProvider, others: readonly EmbeddingProvider[] = []) {
    this.default = defaultProvider;
    this.#byName = new Map([defaultProvider, ...others].map((provider) => [provider.name, provider]));
  }

  /** @throws `EMBEDDER.UNKNOWN` */
  get(name: string): EmbeddingProvider {
    const provider = this.#byName.get(name);
    if (provider) return provider;
    const known = [...this.#byName.keys()].join(', ');
    throw permanent('EMBEDDER.UNKNOWN', `No embedding model is configured under the name ${name}. Configured: ${known}.`, {
      category: 'not_found',
    });
  }

  all(): readonly EmbeddingProvider[] {
    return [...this.#byName.values()];
  }
}
