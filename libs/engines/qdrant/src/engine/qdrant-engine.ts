import { healthOf, type Card, type ComponentHealth, type Filter } from '@tributary/contracts';
import { checkFinite, checkVector, compileFilter, ofFirstChunks } from '@tributary/engines-port';
import type {
  CallOptions,
  Candidate,
  DocumentDelete,
  DocumentFence,
  DocumentMatch,
  DocumentWrite,
  Engine,
  EngineCapabilities,
  EngineCollection,
  EngineStatistics,
  ForeignCollections,
  NominateRequest,
  NominateResult,
  Owner,
  PointSelector,
  ReadOptions,
  RecordStore,
  ScrollPage,
  ScrollRequest,
  SignalsRequest,
  StoredPoint,
  WordSuggestion,
  WriteOutcome,
} from '@tributary/engines-port';
import { hasCode, systemClock, type Clock } from '@tributary/kernel';
import { Collections, type CommonModel, type OwnCollection } from '../collections/collections.js';
import { Connection } from '../connection/connection.js';
import { DEFAULT_INSTANCE, type QdrantSettings } from '../connection/settings.js';
import { QdrantForeignCollections } from '../foreign/foreign-collections.js';
import { nominate } from '../lanes/nominate.js';
import { NOMINEE_FIELDS, nomineeOf } from '../lanes/nominee.js';
import { withSignals } from '../lanes/signals.js';
import { Statistics } from '../lanes/statistics.js';
import { fenceOf } from '../points/anchor.js';
import { PointStore, type Call } from '../points/point-store.js';
import { PointReader } from '../read/point-reader.js';
import { readSettled } from '../read/settled.js';
import { CatalogCollection } from '../records/catalog-collection.js';
import { QdrantRecords } from '../records/qdrant-records.js';
import { Vocabularies } from '../vocabulary/vocabularies.js';
import { checkDocument } from '../write/check-document.js';
import { DocumentWriter } from '../write/document-writer.js';
import { statisticsOf } from '../collections/statistics.js';
import { dropTombstones } from '../write/drop-tombstones.js';
import { standardAnalyser, type EngineAnalyser } from './analyser.js';

export interface QdrantEngineOptions {
  /** Configured name. */
  readonly name: string;
  readonly settings: QdrantSettings;
  readonly analyser?: EngineAnalyser;
  readonly clock?: Clock;
  /** The model of `PointFeatures.common`; a collection made with it keeps one vector instead of two. */
  readonly common?: CommonModel;
  /** Of the collections it makes; left out: the instance, which names the catalog on this server. */
  readonly owner?: Owner;
  /** Compares with every vector instead of going by the graph: slower, and what tests compare with. */
  readonly exactSearch?: boolean;
}

/** What this engine can do, whichever server it is. */
export const QDRANT_CAPABILITIES: EngineCapabilities = {
  lanes: ['semantic', 'keyword', 'fuzzy'],
  conditions: ['match', 'range', 'values_count', 'is_empty', 'is_null', 'has_id', 'nested'],
  // A chunk is overwritten in place: while a document is being written, and after its writer died, only part of it may be there.
  atomicDocuments: false,
  primary: true,
  distances: ['cosine'],
};

const STATIC_MODEL: CommonModel = { model: 'static', dimension: 256 };

/** Collections on a Qdrant server, 1.17 or newer. */
export class QdrantEngine implements Engine {
  readonly name: string;
  readonly kind = 'qdrant';
  readonly capabilities = QDRANT_CAPABILITIES;
  readonly records: RecordStore;
  readonly foreign: ForeignCollections;
  readonly #connection: Connection;
  readonly #collections: Collections;
  readonly #store: PointStore;
  readonly #writer: DocumentWriter;
  readonly #reader: PointReader;
  readonly #statistics: Statistics;
  readonly #vocabularies: Vocabularies;
  readonly #analyser: EngineAnalyser;
  readonly #exactSearch: boolean;
  readonly #now: () => number;

  private constructor(options: QdrantEngineOptions) {
    const { name, settings, analyser = standardAnalyser, clock = systemClock, common = STATIC_MODEL, exactSearch = false } = options;
    this.name = name;
    this.#now = () => clock.now();
    this.#analyser = analyser;
    this.#exactSearch = exactSearch;
    this.#connection = new Connection(name, settings);
    this.#store = new PointStore(this.#connection, settings);
    const { owner = () => Promise.resolve(settings.instance ?? DEFAULT_INSTANCE) } = options;
    this.#collections = new Collections({ connection: this.#connection, settings, common, owner });
    this.#writer = new DocumentWriter(this.#store, this.#now);
    this.#reader = new PointReader({ store: this.#store, analyser, now: this.#now });
    this.#statistics = new Statistics(this.#store);
    this.#vocabularies = new Vocabularies(this.#store);
    const catalog = new CatalogCollection(this.#connection, settings);
    this.foreign = new QdrantForeignCollections({ connection: this.#connection, store: this.#store, isExact: exactSearch });
    this.records = new QdrantRecords({ catalog, store: this.#store, now: this.#now });
  }

  /** Nothing is sent before it is needed: a server that is away is reported by the calls that need it. */
  static open(options: QdrantEngineOptions): QdrantEngine {
    return new QdrantEngine(options);
  }

  createCollection(name: string, card: Card, options: CallOptions = {}): Promise<void> {
    this.#forget(name);
    return this.#collections.create(name, card, options);
  }

  async dropCollection(name: string, options: CallOptions = {}): Promise<void> {
    await this.#collections.drop(name, options);
    this.#forget(name);
  }

  answerAs(logicalName: string, name: string, options: CallOptions = {}): Promise<void> {
    return this.#collections.answerAs(logicalName, name, options);
  }

  listCollections(options: CallOptions = {}): Promise<readonly EngineCollection[]> {
    return this.#collections.list(options);
  }

  getCollection(name: string, options: CallOptions = {}): Promise<EngineCollection | undefined> {
    return this.#collections.get(name, options);
  }

  writeDocument(write: DocumentWrite, { signal }: CallOptions = {}): Promise<WriteOutcome> {
    return this.#with(write.collection, signal, ({ layout }) => {
      signal?.throwIfAborted();
      checkDocument(write, layout);
      return this.#writer.apply({ ...write, deleted: false }, { collection: write.collection, layout, signal });
    });
  }

  deleteDocuments({ collection, documents }: DocumentDelete, { signal }: CallOptions = {}): Promise<readonly WriteOutcome[]> {
    return this.#with(collection, signal, ({ layout }) =>
      Promise.all(
        documents.map((document) =>
          this.#writer.apply({ ...document, hash: '', deleted: true, points: [] }, { collection, layout, signal }),
        ),
      ),
    );
  }

  fences(collection: string, docIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly (DocumentFence | undefined)[]> {
    return this.#with(collection, signal, async (_, call) => {
      const anchors = await this.#store.anchors(docIds, call);
      return docIds.map((docId) => {
        const anchor = anchors.get(docId);
        return anchor && fenceOf(anchor);
      });
    });
  }

  dropTombstones(collection: string, before: number, { signal }: CallOptions = {}): Promise<number> {
    return this.#with(collection, signal, (_, call) => dropTombstones(this.#store, before, call));
  }

  nominate(request: NominateRequest, { signal }: CallOptions = {}): Promise<NominateResult> {
    const { collection, filter = {}, vector, common } = request;
    return this.#with(collection, this.#connection.searches.of(signal), async ({ layout }, call) => {
      // Also refuses a filter that no lane would look at.
      compileFilter(filter, this.#analyser);
      if (vector) checkVector(vector, { dimension: layout.dimension, collection });
      if (common) checkFinite(common);
      return nominate(request, {
        ...call,
        store: this.#store,
        statistics: this.#statistics,
        vocabularies: this.#vocabularies,
        layout,
        filter: await this.#reader.select({ filter }, call),
        termOf: (word) => this.#analyser.termOf(word),
        now: this.#now,
        isExact: this.#exactSearch,
      });
    });
  }

  signals(request: SignalsRequest, { signal }: CallOptions = {}): Promise<readonly Candidate[]> {
    const { collection, ids, filter = {}, vector, common } = request;
    return this.#with(collection, this.#connection.searches.of(signal), async ({ layout }, call) => {
      if (vector) checkVector(vector, { dimension: layout.dimension, collection });
      if (common) checkFinite(common);
      const selected = await this.#reader.select({ ids, filter }, call);
      const { result, shows } = await readSettled(
        async () => {
          const nominees = (await this.#store.collect({ ...call, filter: selected, payload: NOMINEE_FIELDS })).map(nomineeOf);
          return { result: nominees, chunks: nominees };
        },
        { ...call, store: this.#store, now: this.#now },
      );
      const byId = new Map(result.filter(shows).map((nominee) => [nominee.id, nominee]));
      const ordered = ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
      return withSignals(ordered, { ...call, query: request, layout, store: this.#store });
    });
  }

  read(collection: string, selector: PointSelector, { withVectors, signal }: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    return this.#with(collection, signal, ({ layout }, call) =>
      this.#reader.read(selector, { ...call, ...(withVectors ? { vectorsOf: layout } : {}) }),
    );
  }

  scroll(request: ScrollRequest, { signal }: CallOptions = {}): Promise<ScrollPage> {
    return this.#with(request.collection, signal, ({ layout }, call) => this.#reader.scroll(request, layout, call));
  }

  count(collection: string, filter?: Filter, { signal }: CallOptions = {}): Promise<number> {
    return this.#with(collection, signal, (_, call) => this.#reader.count(filter, call));
  }

  countDocuments(collection: string, filter: Filter, { signal }: CallOptions = {}): Promise<number> {
    return this.#with(collection, signal, (_, call) => this.#reader.count(ofFirstChunks(filter), call));
  }

  findDocuments(collection: string, selector: PointSelector, { signal }: CallOptions = {}): Promise<readonly DocumentMatch[]> {
    return this.#with(collection, signal, (_, call) => this.#reader.findDocuments(selector, call));
  }

  storedVectors(collection: string, docId: string, { signal }: CallOptions = {}): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#with(collection, signal, ({ layout }, call) => this.#reader.storedVectors(docId, layout, call));
  }

  suggestWords(
    collection: string,
    words: readonly string[],
    { signal }: CallOptions = {},
  ): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#with(collection, this.#connection.searches.of(signal), (_, call) => this.#vocabularies.suggest(words, call));
  }

  wordsBeginning(
    collection: string,
    beginnings: readonly string[],
    { signal }: CallOptions = {},
  ): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#with(collection, this.#connection.searches.of(signal), (_, call) => this.#vocabularies.beginning(beginnings, call));
  }

  statistics(name: string, card: Pick<Card, 'vectors'>, { signal }: CallOptions = {}): Promise<EngineStatistics> {
    return statisticsOf({ connection: this.#connection, store: this.#store }, card, { collection: name, signal });
  }

  health({ signal }: CallOptions = {}): Promise<ComponentHealth> {
    return healthOf(this, async () => ({ detail: `Qdrant ${await this.#connection.ping(signal)}` }), signal);
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#connection.close();
  }

  /** Calls with what is known of a collection; what turns out to be out of date is forgotten. */
  async #with<T>(name: string, signal: AbortSignal | undefined, use: (collection: OwnCollection, call: Call) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      return await use(await this.#collections.find(name, { signal }), { collection: name, signal });
    } catch (error) {
      if (hasCode(error, 'COLLECTION.NOT_FOUND') || hasCode(error, 'ENGINE.DIMENSION_MISMATCH')) this.#forget(name);
      throw error;
    }
  }

  #forget(name: string): void {
    this.#collections.forget(name);
    this.#statistics.forget(name);
    this.#vocabularies.forget(name);
  }
}
