import type { TextAnalyser } from '@tributary/engines-port';
import { collectionIds, findCollection, newestSeq, type OpenCollection } from '../reading/collections.js';
import { CurrentState } from '../reading/current-state.js';
import type { Store } from '../store/store.js';
import { exactRoom } from '../vectors/exact-room.js';
import { scannedBytes } from '../vectors/open-vector-scan.js';
import { VectorCache } from '../vectors/vector-cache.js';
import { applyDocument, pendingChanges } from './changes.js';
import { loadProjection, type Reading } from './load-projection.js';
import type { Projection } from './projection.js';
import { ReadingTurns } from './reading-turns.js';

/** As many changed documents are applied in one go; more, in slices between which others get the event loop. */
const AT_ONCE = 200;
const SLICE = 100;
/** A projection with more gaps than this share of its points, and at least this many, is read anew: memory follows what there is, not what there was. */
const MOST_GAPS = 0.5;
const MANY_GAPS = 1_000;

interface ProjectionUse<T> {
  readonly prepare?: (projection: Projection) => Promise<void>;
  /** Synchronous. */
  readonly use: (projection: Projection) => T;
  /** Does the synchronous part when it is its turn; left out: at once. */
  readonly inTurn?: InTurn;
}

/** Does a piece of work when it is its turn. */
export type InTurn = <R>(work: () => R) => Promise<R>;

/** The projections of the collections searched so far, read when first needed and kept in step with the change log. */
export class Projections {
  readonly #store: Store;
  readonly #state: CurrentState;
  readonly #analyser: TextAnalyser;
  readonly #vectorCache = new VectorCache(() => exactRoom(scannedBytes()));
  readonly #loaded = new Map<number, Projection>();
  /** Projections that nobody may read yet, because they are being read or are half way between two states. */
  readonly #busy = new Map<number, Promise<void>>();
  readonly #renewing = new Set<number>();
  readonly #turns = new ReadingTurns();
  /** Collections that are being read for the first time, by name. */
  readonly #reading = new Map<string, Reading>();
  /** What names meant when they were last looked up: a hint, since another process may have dropped a collection and made another one. */
  readonly #known = new Map<string, OpenCollection>();

  constructor(store: Store, analyser: TextAnalyser) {
    this.#store = store;
    this.#state = new CurrentState(store.reader);
    this.#analyser = analyser;
  }

  /** Runs `use` on the projection of a collection, current within one snapshot of the store; `prepare` may read ahead what `use` will need.
   *  @throws `COLLECTION.NOT_FOUND` */
  async read<T>(name: string, { prepare, use, inTurn = atOnce }: ProjectionUse<T>): Promise<T> {
    const { reader } = this.#store;
    for (;;) {
      const collection = this.#knownByName(name) ?? findCollection(reader, name);
      const projection = await this.#ready(name, collection);
      await prepare?.(projection);
      const result = await inTurn(() =>
        reader.snapshot(() => {
          const found = this.#state.collection(name);
          this.#known.set(name, found);
          const isSame = found.id === projection.collection;
          return isSame && this.#catchUp(projection) ? { value: use(projection) } : undefined;
        }),
      );
      if (result) return result.value;
      await this.#exclusively(collection.id, () => this.#catchUpInSlices(projection));
    }
  }

  /** How much of a collection is in memory, from 0 to 1, while it is being read for the first time; undefined otherwise. */
  shareRead(name: string): number | undefined {
    const reading = this.#reading.get(name);
    return reading && reading.projection.points / Math.max(1, reading.points);
  }

  /** Applies what was just committed to projections in memory, so that the next search need not. */
  refresh(collections: readonly number[]): void {
    for (const id of collections) {
      const projection = this.#loaded.get(id);
      if (!projection || this.#busy.has(id)) continue;
      try {
        this.#store.reader.snapshot(() => this.#catchUp(projection));
      } catch {
        // What was committed stays committed; the projection is read anew by the next search, which will say what is wrong.
      }
    }
  }

  /** Frees the memory of collections that are no more. */
  forgetRemoved(): void {
    const present = collectionIds(this.#store.reader);
    for (const id of this.#loaded.keys()) if (!present.has(id)) this.#loaded.delete(id);
    for (const [name, { id }] of this.#known) if (!present.has(id)) this.#known.delete(name);
  }

  /** Resolves when no projection is being read in the background. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0 || this.#renewing.size > 0) await new Promise(setImmediate);
  }

  #knownByName(name: string): OpenCollection | undefined {
    const known = this.#known.get(name);
    return known && this.#loaded.has(known.id) ? known : undefined;
  }

  async #ready(name: string, collection: OpenCollection): Promise<Projection> {
    for (;;) {
      await this.#busy.get(collection.id);
      const projection = this.#loaded.get(collection.id);
      if (projection && !this.#busy.has(collection.id)) {
        if (projection.gaps > Math.max(MANY_GAPS, MOST_GAPS * projection.points)) void this.#renew(collection);
        return projection;
      }
      if (!projection) await this.#exclusively(collection.id, () => this.#load(name, collection));
    }
  }

  /** One such task per collection at a time; whoever comes meanwhile waits for the one that runs instead. */
  async #exclusively(id: number, task: () => Promise<void>): Promise<void> {
    const running = this.#busy.get(id);
    if (running) return running;
    const started = task().finally(() => this.#busy.delete(id));
    this.#busy.set(id, started);
    return started;
  }

  async #load(name: string, collection: OpenCollection): Promise<void> {
    const begun = (reading: Reading) => this.#reading.set(name, reading);
    try {
      this.#loaded.set(collection.id, await this.#readFromStore(collection, begun));
    } finally {
      this.#reading.delete(name);
    }
    this.forgetRemoved();
  }

  #readFromStore(collection: OpenCollection, begun?: (reading: Reading) => void): Promise<Projection> {
    const parts = { analyser: this.#analyser, vectorCache: this.#vectorCache, turns: this.#turns };
    return loadProjection(this.#store, { ...collection, ...parts, ...(begun ? { begun } : {}) });
  }

  /** Reads a projection without its gaps while the present one goes on answering. */
  async #renew(collection: OpenCollection): Promise<void> {
    if (this.#renewing.has(collection.id)) return;
    this.#renewing.add(collection.id);
    try {
      const renewed = await this.#readFromStore(collection);
      await this.#busy.get(collection.id);
      if (this.#loaded.has(collection.id)) this.#loaded.set(collection.id, renewed);
    } catch {
      // The present one is correct, only larger than it need be; the next search tries again.
    } finally {
      this.#renewing.delete(collection.id);
    }
  }

  /** Within a snapshot. @returns false when there is too much to do it in one go */
  #catchUp(projection: Projection): boolean {
    const { reader } = this.#store;
    const pending = pendingChanges(reader, projection, this.#state.newestSeq());
    if (pending === 'lost' || pending.documents.length > AT_ONCE) return false;
    this.#apply(projection, () => {
      for (const change of pending.documents) applyDocument(reader, projection, change);
    });
    projection.appliedSeq = pending.seq;
    return true;
  }

  /** A projection that could not be brought forward is between two states: nobody may use it any more. */
  #apply(projection: Projection, apply: () => void): void {
    try {
      apply();
    } catch (error) {
      this.#loaded.delete(projection.collection);
      throw error;
    }
  }

  async #catchUpInSlices(projection: Projection): Promise<void> {
    const connection = this.#store.connect();
    try {
      connection.db.exec('BEGIN');
      const pending = pendingChanges(connection, projection, newestSeq(connection));
      if (pending === 'lost') {
        this.#loaded.delete(projection.collection);
        return;
      }
      for (let from = 0; from < pending.documents.length; from += SLICE) {
        this.#apply(projection, () => {
          for (const change of pending.documents.slice(from, from + SLICE)) applyDocument(connection, projection, change);
        });
        await new Promise(setImmediate);
      }
      projection.appliedSeq = pending.seq;
    } finally {
      connection.close();
    }
  }
}

function atOnce<R>(work: () => R): Promise<R> {
  return Promise.resolve(work());
}
