import type { ComponentHealth } from '@tributary/contracts';
import type {
  CallOptions,
  Candidate,
  DocumentDelete,
  DocumentFence,
  DocumentWrite,
  Engine,
  EngineCollection,
  FullPoint,
  NominateRequest,
  NominateResult,
  ScrollPage,
  ScrollRequest,
  SignalsRequest,
  WordSuggestion,
  WriteOutcome,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { sideCard, sideName } from './side-name.js';
import { sideDocument } from './side-document.js';

/** The hidden collections of the primary engine that hold the words of another engine's collections, addressed by the names of the latter. */
export class SideCollections {
  readonly #primary: Engine;
  readonly #engine: string;

  /** @param engine configured name of the engine whose words are kept */
  constructor(primary: Engine, engine: string) {
    this.#primary = primary;
    this.#engine = engine;
  }

  async create(collection: string, options?: CallOptions): Promise<void> {
    await this.#primary.createCollection(this.#name(collection), sideCard(collection, new Date()), options);
  }

  async drop(collection: string, options?: CallOptions): Promise<void> {
    try {
      await this.#primary.dropCollection(this.#name(collection), options);
    } catch (error) {
      if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
    }
  }

  write(write: DocumentWrite, options?: CallOptions): Promise<WriteOutcome> {
    return this.#primary.writeDocument(sideDocument(write, this.#name(write.collection)), options);
  }

  delete({ collection, documents }: DocumentDelete, options?: CallOptions): Promise<readonly WriteOutcome[]> {
    return this.#primary.deleteDocuments({ collection: this.#name(collection), documents }, options);
  }

  fences(collection: string, docIds: readonly string[], options?: CallOptions): Promise<readonly (DocumentFence | undefined)[]> {
    return this.#primary.fences(this.#name(collection), docIds, options);
  }

  dropTombstones(collection: string, before: number, options?: CallOptions): Promise<number> {
    return this.#primary.dropTombstones(this.#name(collection), before, options);
  }

  nominate(request: NominateRequest, options?: CallOptions): Promise<NominateResult> {
    return this.#primary.nominate({ ...request, collection: this.#name(request.collection) }, options);
  }

  signals(request: SignalsRequest, options?: CallOptions): Promise<readonly Candidate[]> {
    return this.#primary.signals({ ...request, collection: this.#name(request.collection) }, options);
  }

  /** Points with these ids and all their features, in any order. */
  async points(collection: string, ids: readonly string[], options?: CallOptions): Promise<readonly FullPoint[]> {
    const filter = { must: [{ has_id: [...ids] }] };
    return (await this.#primary.scroll({ collection: this.#name(collection), filter, limit: Math.max(1, ids.length) }, options)).points;
  }

  suggestWords(collection: string, words: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#primary.suggestWords(this.#name(collection), words, options);
  }

  wordsBeginning(
    collection: string,
    beginnings: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#primary.wordsBeginning(this.#name(collection), beginnings, options);
  }

  /** Of the words of a collection: like `Engine.shareRead`. */
  shareRead(collection: string): number | undefined {
    return this.#primary.shareRead?.(this.#name(collection));
  }

  /** Undefined where the index was never begun. */
  get(collection: string, options?: CallOptions): Promise<EngineCollection | undefined> {
    return this.#primary.getCollection(this.#name(collection), options);
  }

  /** All points, page by page. */
  scroll(request: ScrollRequest, options?: CallOptions): Promise<ScrollPage> {
    return this.#primary.scroll({ ...request, collection: this.#name(request.collection) }, options);
  }

  health(options?: CallOptions): Promise<ComponentHealth> {
    return this.#primary.health(options);
  }

  #name(collection: string): string {
    return sideName(this.#engine, collection);
  }
}
