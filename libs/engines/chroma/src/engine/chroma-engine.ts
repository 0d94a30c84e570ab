import { healthOf, type Card, type ComponentHealth, type Filter } from '@tributary/contracts';
import type {
  CallOptions,
  Candidate,
  DocumentDelete,
  DocumentFence,
  DocumentMatch,
  DocumentWrite,
  Engine,
  EngineCollection,
  EngineStatistics,
  ForeignCollections,
  NominateRequest,
  NominateResult,
  Owner,
  PointSelector,
  ReadOptions,
  ScrollPage,
  ScrollRequest,
  SignalsRequest,
  StoredPoint,
  WordSuggestion,
  WriteOutcome,
} from '@tributary/engines-port';
import { checkVector, compileFilter, noRecords, ofFirstChunks } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { CollectionDirectory } from '../collections/collection-directory.js';
import { markOf, type OwnCollection } from '../collections/own-collection.js';
import { ChromaForeignCollections } from '../foreign/chroma-foreign-collections.js';
import { Heads } from '../heads/heads.js';
import { nominateInChroma } from '../lanes/nominate.js';
import { PointReader } from '../reading/point-reader.js';
import { scrollPoints } from '../reading/scroll.js';
import { ChromaConnection } from '../server/connection.js';
import type { AddressSource } from '../server/address-source.js';
import type { ChromaSettings } from '../settings/chroma-settings.js';
import { checkDocument } from '../write/check-document.js';
import { CollectionWriter } from '../write/collection-writer.js';
import { Sweeper } from '../write/sweeper.js';
import { deleteStep, fenceOf, writeStep } from '../write/write-step.js';
import { chromaCapabilities } from './capabilities.js';
import { openSource } from './open-source.js';

const EF_SEARCH = 256;
const TIMEOUT_MS = 30_000;

export interface ChromaEngineOptions {
  /** Configured name. */
  readonly name: string;
  readonly settings: ChromaSettings;
  /** Of the collections it makes; left out: they are not marked, and one that is marked is another’s. */
  readonly owner?: Owner;
}

/** Collections in a Chroma server. It ranks by vectors only; words are ranked by the side index around it. */
export class ChromaEngine implements Engine {
  readonly name: string;
  readonly kind = 'chroma';
  readonly capabilities = chromaCapabilities;
  readonly records;
  readonly foreign: ForeignCollections;
  readonly #source: AddressSource;
  readonly #connection: ChromaConnection;
  readonly #directory: CollectionDirectory;
  readonly #heads: Heads;
  readonly #reader: PointReader;
  readonly #sweeper: Sweeper;
  readonly #writers = new Map<OwnCollection, CollectionWriter>();

  private constructor({ name, settings, owner }: ChromaEngineOptions, source: AddressSource) {
    const { efSearch = EF_SEARCH, timeoutMs = TIMEOUT_MS } = settings;
    const connection = new ChromaConnection(source, { engine: name, timeoutMs });
    this.name = name;
    this.records = noRecords(`${name} (${this.kind})`);
    this.#source = source;
    this.#connection = connection;
    this.#directory = new CollectionDirectory(connection, { efSearch, owner });
    this.foreign = new ChromaForeignCollections(connection, this.#directory);
    this.#heads = new Heads(connection);
    this.#reader = new PointReader(connection, this.#heads);
    this.#sweeper = new Sweeper(connection, this.#heads);
  }

  /** A server is not asked yet: one that is down is reported by the calls, and works again when it is back. A folder is served once it is needed.
   *  @throws `ENGINE.SETTINGS_INVALID`, `ENGINE.FOLDER_UNUSABLE`, `ENGINE.PROGRAM_MISSING` */
  static async open(options: ChromaEngineOptions): Promise<ChromaEngine> {
    const source = await openSource(options.name, options.settings);
    return new ChromaEngine(options, source);
  }

  async createCollection(name: string, card: Card, { signal }: CallOptions = {}): Promise<void> {
    await this.#refuseOnCopy(name);
    return this.#directory.create(name, card, signal);
  }

  async dropCollection(name: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#refuseOnCopy(name);
    return this.#directory.drop(name, signal);
  }

  async listCollections({ signal }: CallOptions = {}): Promise<readonly EngineCollection[]> {
    const marks = (await this.#directory.list(signal)).flatMap(({ metadata }) => {
      const mark = markOf(metadata);
      return mark?.kind === 'points' ? [mark] : [];
    });
    const inOrder = marks.sort((a, b) => (a.name < b.name ? -1 : 1));
    const found = await Promise.all(inOrder.map(({ name }) => this.getCollection(name, signal ? { signal } : {})));
    return found.flatMap((collection, i) =>
      collection === undefined ? [] : [{ ...collection, isMarked: inOrder[i]?.owner !== undefined }],
    );
  }

  async getCollection(name: string, { signal }: CallOptions = {}): Promise<EngineCollection | undefined> {
    const found = await this.#directory.find(name, signal);
    return found && { name, card: found.card, ...(await this.#reader.counts(found, signal)) };
  }

  writeDocument(write: DocumentWrite, { signal }: CallOptions = {}): Promise<WriteOutcome> {
    return this.#use(write.collection, signal, async (collection) => {
      await this.#refuseOnCopy(write.collection);
      checkDocument(write, collection.card.model.dimension);
      return this.#writer(collection).write(writeStep(write, collection.card.model.dimension));
    });
  }

  deleteDocuments({ collection: name, documents }: DocumentDelete, { signal }: CallOptions = {}): Promise<readonly WriteOutcome[]> {
    return this.#use(name, signal, async (collection) => {
      await this.#refuseOnCopy(name);
      return Promise.all(documents.map((document) => this.#writer(collection).write(deleteStep(document))));
    });
  }

  fences(name: string, docIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly (DocumentFence | undefined)[]> {
    return this.#use(name, signal, async (collection) => {
      const heads = await this.#heads.of(collection, docIds, signal);
      return docIds.map((docId) => {
        const head = heads.get(docId);
        return head && fenceOf(head);
      });
    });
  }

  dropTombstones(name: string, before: number, { signal }: CallOptions = {}): Promise<number> {
    return this.#use(name, signal, async (collection) => {
      await this.#refuseOnCopy(name);
      const old = await this.#heads.tombstones(collection, before, signal);
      // Whatever lies under a tombstone goes first: without it, an older version could come to count again.
      await this.#sweeper.sweep(
        collection,
        old.map(({ docId }) => docId),
      );
      const counting = await this.#heads.of(
        collection,
        old.map(({ docId }) => docId),
        signal,
      );
      const gone = old.filter(({ docId, stamp }) => counting.get(docId)?.stamp === stamp && counting.get(docId)?.deleted === true);
      await this.#heads.remove(collection, gone);
      return gone.length;
    });
  }

  nominate(request: NominateRequest, options: CallOptions = {}): Promise<NominateResult> {
    const signal = this.#connection.searches.of(options.signal);
    return this.#use(request.collection, signal, async (collection) => {
      compileFilter(request.filter ?? {});
      if (request.vector) checkVector(request.vector, { collection: request.collection, dimension: collection.card.model.dimension });
      const parts = { connection: this.#connection, heads: this.#heads };
      return nominateInChroma(parts, collection, { request, signal });
    });
  }

  signals(request: SignalsRequest, options: CallOptions = {}): Promise<readonly Candidate[]> {
    const signal = this.#connection.searches.of(options.signal);
    return this.#use(request.collection, signal, (collection) => {
      if (request.vector) checkVector(request.vector, { collection: request.collection, dimension: collection.card.model.dimension });
      return this.#reader.signals(collection, request, signal);
    });
  }

  read(name: string, selector: PointSelector, options: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    return this.#use(name, options.signal, (collection) => this.#reader.read(collection, selector, options));
  }

  scroll(request: ScrollRequest, { signal }: CallOptions = {}): Promise<ScrollPage> {
    return this.#use(request.collection, signal, (collection) => {
      compileFilter(request.filter ?? {});
      return scrollPoints(this.#reader, collection, { request, signal });
    });
  }

  count(name: string, filter?: Filter, { signal }: CallOptions = {}): Promise<number> {
    return this.#use(name, signal, (collection) => this.#reader.count(collection, filter, signal));
  }

  countDocuments(name: string, filter: Filter, { signal }: CallOptions = {}): Promise<number> {
    return this.#use(name, signal, (collection) => this.#reader.count(collection, ofFirstChunks(filter), signal));
  }

  findDocuments(name: string, selector: PointSelector, { signal }: CallOptions = {}): Promise<readonly DocumentMatch[]> {
    return this.#use(name, signal, (collection) => this.#reader.findDocuments(collection, selector, signal));
  }

  storedVectors(name: string, docId: string, { signal }: CallOptions = {}): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#use(name, signal, (collection) => this.#reader.storedVectors(collection, docId, signal));
  }

  suggestWords(name: string, _words: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#withoutVocabulary(name, options);
  }

  wordsBeginning(name: string, _beginnings: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#withoutVocabulary(name, options);
  }

  /** Every record of Chroma has a vector; it tells nothing of its index. */
  async statistics(name: string, _card: unknown, options: CallOptions = {}): Promise<EngineStatistics> {
    const own = await this.getCollection(name, options);
    const unknown = { status: 'ready', indexedVectors: null, segments: null };
    if (own) {
      const { dimension, distance } = own.card.model;
      return { ...unknown, points: own.points, vectors: null, dimension, distance };
    }
    const foreign = await this.foreign.inspect(name, options);
    if (foreign === undefined)
      throw permanent('COLLECTION.NOT_FOUND', `The engine ${this.name} has no collection ${name}.`, { category: 'not_found' });
    const [vector] = foreign.vectors;
    const { points } = foreign;
    return { ...unknown, points, vectors: points, dimension: vector?.dimension ?? null, distance: vector?.distance ?? null };
  }

  health({ signal }: CallOptions = {}): Promise<ComponentHealth> {
    return healthOf(this, async () => ({ detail: `Chroma ${await this.#connection.ping(signal)}` }), signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.idle()));
    await this.#sweeper.flush();
    await this.#connection.close();
  }

  #withoutVocabulary(name: string, { signal }: CallOptions = {}): Promise<never> {
    return this.#use(name, signal, () =>
      Promise.reject(permanent('ENGINE.UNSUPPORTED', 'Chroma keeps no vocabulary: words are suggested by the side index.')),
    );
  }

  #use<T>(name: string, signal: AbortSignal | undefined, run: (collection: OwnCollection) => Promise<T>): Promise<T> {
    return this.#directory.use(name, run, signal);
  }

  async #refuseOnCopy(collection: string): Promise<void> {
    if (!(await this.#source.isReadOnly())) return;
    throw permanent(
      'ENGINE.READ_ONLY',
      `${collection} cannot be changed: the Chroma folder of the engine ${this.name} has the format of another version, and a copy of it is served. Bring it to this version with \`chroma run\`, or install the version that made it.`,
    );
  }

  #writer(collection: OwnCollection): CollectionWriter {
    const present = this.#writers.get(collection);
    if (present) return present;
    const writer = new CollectionWriter(collection, { connection: this.#connection, heads: this.#heads, sweeper: this.#sweeper });
    this.#writers.set(collection, writer);
    return writer;
  }
}
