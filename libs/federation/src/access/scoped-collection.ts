import type { Filter } from '@tributary/contracts';
import {
  physicalName,
  type CollectionRecord,
  type Engine,
  type Engines,
  type NominateRequest,
  type NominateResult,
  type StoredPoint,
  type WordSuggestion,
} from '@tributary/engines-port';
import type { ReadScope } from './read-scope.js';

/** One collection as a caller sees it: every read carries the caller's scope. Nothing else in this library touches an engine. */
export class ScopedCollection {
  readonly record: CollectionRecord;
  readonly #engines: Engines;
  readonly #scope: ReadScope;
  readonly #name: string;

  constructor(record: CollectionRecord, engines: Engines, scope: ReadScope) {
    this.record = record;
    this.#engines = engines;
    this.#scope = scope;
    this.#name = physicalName(record.name, record.generation);
  }

  /** True when its engine never shows a document half replaced. */
  get showsWholeDocuments(): boolean {
    return this.#engine.capabilities.atomicDocuments;
  }

  async nominate(request: Omit<NominateRequest, 'collection' | 'filter'>, signal: AbortSignal): Promise<NominateResult> {
    return this.#engine.nominate({ ...request, collection: this.#name, ...withFilter(this.#scope.hits) }, { signal });
  }

  /** Points that may be hits, in the order of the ids; missing ones left out. */
  async readHits(ids: readonly string[], signal: AbortSignal): Promise<readonly StoredPoint[]> {
    return this.#engine.read(this.#name, { ids, ...withFilter(this.#scope.hits) }, { signal });
  }

  /** Chunks of a document in order, all of them or a range. */
  async readChunks(
    docId: string,
    { chunks, signal }: { readonly chunks?: { readonly from: number; readonly to: number }; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly StoredPoint[]> {
    const selector = { docId, ...(chunks ? { chunks } : {}), ...withFilter(this.#scope.visible) };
    return this.#engine.read(this.#name, selector, signal ? { signal } : {});
  }

  /** Similar words of the whole collection, the rows of others included: what is shown of them must be found in a visible passage. */
  async suggestWords(words: readonly string[], signal: AbortSignal): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#engine.suggestWords(this.#name, words, { signal });
  }

  // Looked up at each call: an engine that is no longer configured costs its own collections only.
  get #engine(): Engine {
    return this.#engines.get(this.record.engine);
  }
}

function withFilter(filter: Filter | undefined): { readonly filter?: Filter } {
  return filter === undefined ? {} : { filter };
}
