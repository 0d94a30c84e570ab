import type { Filter } from '@tributary/contracts';
import type {
  CallOptions,
  CollectionReader,
  Engine,
  NominateRequest,
  PointSelector,
  ReadOptions,
  ScrollRequest,
} from '@tributary/engines-port';

/** One of Tributary's own collections as its engine reads it. */
export class EngineReader implements CollectionReader {
  readonly #engine: Engine;
  readonly #name: string;

  /** @param name the physical one */
  constructor(engine: Engine, name: string) {
    this.#engine = engine;
    this.#name = name;
  }

  get showsWholeDocuments(): boolean {
    return this.#engine.capabilities.atomicDocuments;
  }

  nominate(request: Omit<NominateRequest, 'collection'>, options?: CallOptions) {
    return this.#engine.nominate({ ...request, collection: this.#name }, options);
  }

  read(selector: PointSelector, options?: ReadOptions) {
    return this.#engine.read(this.#name, selector, options);
  }

  async scroll(request: Omit<ScrollRequest, 'collection'>, options?: CallOptions) {
    const { points, next } = await this.#engine.scroll({ ...request, collection: this.#name }, options);
    return {
      points: points.map(({ id, payload, vector }) => ({ id, payload, ...(vector ? { vector } : {}) })),
      ...(next === undefined ? {} : { next }),
    };
  }

  count(filter?: Filter, options?: CallOptions) {
    return this.#engine.count(this.#name, filter, options);
  }

  suggestWords(words: readonly string[], options?: CallOptions) {
    return this.#engine.suggestWords(this.#name, words, options);
  }

  wordsBeginning(beginnings: readonly string[], options?: CallOptions) {
    return this.#engine.wordsBeginning(this.#name, beginnings, options);
  }

  shareRead() {
    return this.#engine.shareRead?.(this.#name);
  }
}
