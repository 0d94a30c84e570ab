import { healthOf, type Card, type ComponentHealth, type Filter } from '@tributary/contracts';
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
  Recount,
  EngineStatistics,
  NominateRequest,
  NominateResult,
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
import { checkFinite, checkVector } from '@tributary/engines-port/writes';
import { systemClock, type Clock } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { forgetWords } from '../forgetting/forget-words.js';
import { signals } from '../lanes/signals.js';
import { Projections } from '../projection/projections.js';
import { EmbeddedRecords } from '../records/embedded-records.js';
import { changeMarkOf, findCollection, getCollection, listCollections, statisticsOf } from '../reading/collections.js';
import { vectorsOfDocument } from '../reading/point-rows.js';
import { PointReader } from '../reading/point-reader.js';
import { engineClosed } from '../store/sqlite-errors.js';
import { Store } from '../store/store.js';
import { suggestWords } from '../vocabulary/suggest-words.js';
import { wordsBeginning } from '../vocabulary/words-beginning.js';
import { checkDocument } from '../write/check-document.js';
import { createCollection, removeCollection, sweepRemoved } from '../write/collections.js';
import { findDocumentRow } from '../write/document-rows.js';
import { dropTombstones } from '../write/drop-tombstones.js';
import { recount } from '../write/recount.js';
import { packDocument } from '../write/packed-document.js';
import { portionsOf } from '../write/portions.js';
import type { WriteTransaction } from '../write/write-transaction.js';
import { Writer, type WriterThreads } from '../writer/writer.js';
import { standardAnalyser, type EngineAnalyser } from './analyser.js';
import type { InTurn } from '../projection/projections.js';
import { JointTurns } from './joint-turns.js';
import { Turns } from './turns.js';

/** Documents deleted in one transaction. */
const DELETES_AT_ONCE = 100;

/** What forgets words leaves the event loop to others for longer than it has it: nobody waits for that. */
const FORGETTING_RESTS_MS = 10;

/** Points that are read ahead of the first search, each 100,000 about 60 MB of memory and a second or two. Collections beyond wait for a search of theirs. */
const MOST_READ_AHEAD = 300_000;

/** What every embedded store can do. */
export const EMBEDDED_CAPABILITIES: EngineCapabilities = {
  lanes: ['semantic', 'keyword', 'fuzzy'],
  conditions: ['match', 'range', 'values_count', 'is_empty', 'is_null', 'has_id', 'nested'],
  atomicDocuments: true,
  primary: true,
  distances: ['cosine'],
};

export interface EmbeddedEngineOptions {
  /** Configured name. */
  readonly name: string;
  /** The data folder; made where it is missing. Several processes of one machine may share it. */
  readonly folder: string;
  /** A store was made here before: one that is missing or empty is refused; false unless said otherwise. */
  readonly isMade?: boolean;
  /** Bytes the file may grow to; without it the disk is the limit. */
  readonly maxBytes?: number;
  readonly analyser?: EngineAnalyser;
  readonly clock?: Clock;
  /** Whether writes move to a thread of their own while there are many; `under-load` unless said otherwise. */
  readonly writerThreads?: WriterThreads;
}

/** The store of points in one SQLite file, searched in memory. */
export class EmbeddedEngine implements Engine {
  readonly name: string;
  readonly kind = 'embedded';
  readonly capabilities = EMBEDDED_CAPABILITIES;
  readonly records: RecordStore;
  readonly #store: Store;
  readonly #writer: Writer;
  readonly #projections: Projections;
  readonly #points: PointReader;
  readonly #analyser: EngineAnalyser;
  readonly #clock: Clock;
  readonly #turns = new Turns();
  readonly #inTurn: InTurn = (work) => this.#turns.do(work);
  readonly #jointTurns: JointTurns;
  #isClosing = false;

  private constructor(
    store: Store,
    { name, analyser = standardAnalyser, clock = systemClock, writerThreads = 'under-load' }: EmbeddedEngineOptions,
  ) {
    this.name = name;
    this.#store = store;
    this.#analyser = analyser;
    this.#clock = clock;
    this.#projections = new Projections(store, analyser);
    this.#writer = new Writer(store, {
      threads: writerThreads,
      onCommit: (collections) => {
        this.#projections.refresh(collections);
      },
    });
    this.#jointTurns = new JointTurns({ turns: this.#turns, reader: store.reader });
    this.#points = new PointReader({ reader: store.reader, projections: this.#projections, analyser, inTurn: this.#inTurn });
    this.records = new EmbeddedRecords(store, this.#writer);
  }

  /** Opens the store of a data folder; nothing is read before it is needed. @throws `ENGINE.FOLDER_UNUSABLE`, `ENGINE.FORMAT_TOO_NEW`, `ENGINE.STORE_DAMAGED`, `ENGINE.STORE_MISSING` */
  static open(options: EmbeddedEngineOptions): EmbeddedEngine {
    return new EmbeddedEngine(Store.open(options), options);
  }

  async createCollection(name: string, card: Card, options: CallOptions = {}): Promise<void> {
    await this.#write((transaction) => {
      createCollection(transaction, name, card);
    }, options);
    await this.#sweep();
  }

  async dropCollection(name: string, options: CallOptions = {}): Promise<void> {
    await this.#write((transaction) => {
      removeCollection(transaction, name);
    }, options);
    this.#projections.forgetRemoved();
    await this.#sweep();
  }

  listCollections(): Promise<readonly EngineCollection[]> {
    return this.#store.guard(() => listCollections(this.#store.reader));
  }

  getCollection(name: string): Promise<EngineCollection | undefined> {
    return this.#store.guard(() => getCollection(this.#store.reader, name));
  }

  writeDocument(write: DocumentWrite, options: CallOptions = {}): Promise<WriteOutcome> {
    return this.#store.guard(() => {
      checkDocument(write);
      return this.#writer.write('write-document', packDocument(write), options.signal);
    });
  }

  async deleteDocuments({ collection, documents }: DocumentDelete, { signal }: CallOptions = {}): Promise<readonly WriteOutcome[]> {
    const at = this.#clock.now();
    const remove = (portion: DocumentDelete['documents']) =>
      this.#store.guard(() => this.#writer.write('delete-documents', { collection, documents: portion, at }, signal));
    // Also without documents the collection has to be there.
    const portions = documents.length === 0 ? [documents] : portionsOf(documents, DELETES_AT_ONCE);
    return (await Promise.all(portions.map(remove))).flat();
  }

  fences(collection: string, docIds: readonly string[]): Promise<readonly (DocumentFence | undefined)[]> {
    return this.#store.guard(() =>
      this.#store.reader.snapshot(() => {
        const { id } = findCollection(this.#store.reader, collection);
        return docIds.map((docId) => {
          const row = findDocumentRow(this.#store.reader, id, docId);
          return row && { version: row.version, hash: row.hash, deleted: row.deleted };
        });
      }),
    );
  }

  dropTombstones(collection: string, before: number, options: CallOptions = {}): Promise<number> {
    return this.#write((transaction) => dropTombstones(transaction, collection, before), options);
  }

  recount(collection: string, { mend, signal }: CallOptions & { readonly mend: boolean }): Promise<Recount> {
    return this.#write((transaction) => recount(transaction, collection, mend), signal ? { signal } : {});
  }

  forgetWords(collection: string, { signal }: CallOptions = {}): Promise<number> {
    const rest = async () => {
      await pause(FORGETTING_RESTS_MS);
      if (this.#isClosing) throw engineClosed();
      signal?.throwIfAborted();
    };
    return this.#store.guard(() =>
      forgetWords(collection, { store: this.#store, writer: this.#writer, now: () => this.#clock.now(), rest }),
    );
  }

  nominate(request: NominateRequest, { signal }: CallOptions = {}): Promise<NominateResult> {
    const { reader } = this.#store;
    const { collection, filter = {}, lanes, vector, common, words } = request;
    return this.#store.guard(async () => {
      if (common) checkFinite(common);
      const { inTurn, ask } = this.#jointTurns.placeIn(request.together ?? request);
      const { result } = await this.#points.whereFilter(collection, filter, {
        prepare: async (projection) => {
          if (lanes.includes('fuzzy') && words) await projection.vocabulary.prepare(reader);
        },
        use: (projection, admitted) => {
          signal?.throwIfAborted();
          if (vector) checkVector(vector, { collection, dimension: projection.dimension });
          return ask({ request, projection, reader, admitted, termOf: (word) => this.#analyser.termOf(word) });
        },
        inTurn,
        signal,
      });
      if (result === undefined) throw new Error('A turn ended without a result.');
      return result;
    });
  }

  signals(request: SignalsRequest, { signal }: CallOptions = {}): Promise<readonly Candidate[]> {
    const { reader } = this.#store;
    const { collection, filter = {}, vector, common } = request;
    return this.#store.guard(async () => {
      if (vector) checkVector(vector, { collection, dimension: findCollection(reader, collection).dimension });
      if (common) checkFinite(common);
      return this.#points.whereFilter(collection, filter, {
        use: (projection, admitted) => {
          signal?.throwIfAborted();
          return signals(request, { projection, reader, admitted });
        },
        inTurn: this.#inTurn,
        signal,
      });
    });
  }

  read(collection: string, selector: PointSelector, options: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    return this.#store.guard(() => this.#points.read(collection, selector, options));
  }

  scroll(request: ScrollRequest, options?: CallOptions): Promise<ScrollPage> {
    return this.#store.guard(() => this.#points.scroll(request, options));
  }

  count(collection: string, filter?: Filter): Promise<number> {
    return this.#store.guard(() => this.#points.count(collection, filter));
  }

  countDocuments(collection: string, filter: Filter): Promise<number> {
    return this.#store.guard(() => this.#points.countDocuments(collection, filter));
  }

  findDocuments(collection: string, selector: PointSelector): Promise<readonly DocumentMatch[]> {
    return this.#store.guard(() => this.#points.findDocuments(collection, selector));
  }

  storedVectors(collection: string, docId: string): Promise<ReadonlyMap<string, Float32Array>> {
    const { reader } = this.#store;
    return this.#store.guard(() => reader.snapshot(() => vectorsOfDocument(reader, findCollection(reader, collection).id, docId)));
  }

  suggestWords(collection: string, words: readonly string[]): Promise<readonly (readonly WordSuggestion[])[]> {
    const { reader } = this.#store;
    return this.#store.guard(() =>
      this.#projections.read(collection, {
        prepare: (projection) => projection.vocabulary.prepare(reader),
        use: (projection) => {
          const known = projection.vocabulary.complete(reader);
          return words.map((word) => suggestWords(word, { words: known, projection }));
        },
      }),
    );
  }

  wordsBeginning(collection: string, beginnings: readonly string[]): Promise<readonly (readonly WordSuggestion[])[]> {
    const { reader } = this.#store;
    return this.#store.guard(() =>
      this.#projections.read(collection, {
        use: (projection) => beginnings.map((beginning) => wordsBeginning(beginning, { projection, reader })),
      }),
    );
  }

  statistics(name: string): Promise<EngineStatistics> {
    return this.#store.guard(() => statisticsOf(this.#store.reader, name));
  }

  changeMark(name: string): Promise<string> {
    return this.#store.guard(() => changeMarkOf(this.#store.reader, name));
  }

  async readAhead(): Promise<void> {
    try {
      let left = MOST_READ_AHEAD;
      for (const { name, points } of await this.listCollections()) {
        if (points > left) continue;
        if (this.#isClosing) return;
        left -= points;
        await this.#projections.read(name, { use: () => undefined });
      }
    } catch {
      // A collection that was dropped meanwhile, or a damaged store: whoever searches is told.
    }
  }

  shareRead(collection: string): number | undefined {
    return this.#projections.shareRead(collection);
  }

  health(): Promise<ComponentHealth> {
    return healthOf(this, async () => {
      // Without its collections nothing of it can be read; other pages cost what lies on them.
      await this.#store.guard(() => this.#store.reader.sql('SELECT count(*) FROM collections').get());
      const { refusal, damage } = this.#store;
      if (refusal !== undefined) return { status: 'degraded', detail: refusal };
      return damage === undefined ? {} : { status: 'degraded', detail: damage, takes_writes: true };
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#writer.close();
    await this.#projections.idle();
    this.#store.close();
  }

  /** Deletes what removed collections left, also where another process was killed before it was done. */
  async #sweep(): Promise<void> {
    while (await this.#write(sweepRemoved, {}));
  }

  #write<T>(apply: (transaction: WriteTransaction) => T, { signal }: CallOptions): Promise<T> {
    return this.#store.guard(() => this.#writer.run(apply, signal));
  }
}
