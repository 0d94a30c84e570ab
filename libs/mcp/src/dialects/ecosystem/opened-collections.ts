import { isUnlistedEngine, type CollectionSummary } from '@tributary/contracts';
import { hasCode, permanent, retryable, toErrorRecord } from '@tributary/kernel';
import type { ToolCall } from '../../tools/tool.js';
import type { EnginePlaces } from '../engines/engine-places.js';
import { connectionFailure, isConnectionFailure } from './connection-failure.js';

/** The collections in use: nothing is asked before the first call, and each is looked up once while it is there. */
export class OpenedCollections {
  /** Names of their engines; what a caller may see of a collection is checked by every call for itself. */
  readonly #engines = new Map<string, string>();
  /** The last time each was made; never rejects. */
  readonly #makings = new Map<string, Promise<void>>();
  readonly #places: EnginePlaces;
  readonly #storeOf: (collection: string) => string;

  /** @param storeOf the tool that makes a collection by its first text */
  constructor(places: EnginePlaces, storeOf: (collection: string) => string) {
    this.#places = places;
    this.#storeOf = storeOf;
  }

  /** Looks the collection up at its first use and logs how long that took. @throws `COLLECTION.NOT_FOUND`, `ENGINE.UNAVAILABLE` */
  async open(collection: string, call: ToolCall): Promise<void> {
    if (this.#engines.has(collection)) return;
    const startedAt = performance.now();
    const summary = await this.guard({ collection, call }, () => lookUp(collection, call));
    const { engine, status, status_reason: reason = status } = summary;
    if (status === 'failed') throw this.#tell(retryable('ENGINE.UNAVAILABLE', reason), { collection, call, engine });
    this.#engines.set(collection, engine);
    call.log?.('a collection was opened', { collection, engine, ms: Math.round(performance.now() - startedAt) });
  }

  /** Opens the collection, or has it made where it is missing: once, where calls come at once. @throws what `open` and `make` throw */
  async openOrMake(collection: string, call: ToolCall, make: () => Promise<void>): Promise<void> {
    const last = this.#makings.get(collection);
    await last;
    try {
      await this.open(collection, call);
    } catch (error) {
      // Another call has begun to make it: until that is over it may seem to be missing, or its engine to be away.
      if (this.#makings.get(collection) !== last) return this.openOrMake(collection, call, make);
      if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
      const making = make();
      this.#makings.set(
        collection,
        making.catch(() => undefined),
      );
      await making;
    }
  }

  /** What `work` gives; an engine that is away is told by its kind and address, and logged. A collection that is not there any more is looked up anew by the next call. */
  async guard<T>(place: CallPlace, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw this.#tell(error, place);
      this.#engines.delete(place.collection);
      throw this.#missing(place.collection, error);
    }
  }

  #missing(collection: string, cause: unknown) {
    const message = `There is no collection ${collection} yet: ${this.#storeOf(collection)} makes it with the first text.`;
    return permanent('COLLECTION.NOT_FOUND', message, { category: 'not_found', cause });
  }

  #tell(error: unknown, { collection, call, engine = this.#engines.get(collection) }: CallPlace): unknown {
    if (!isConnectionFailure(toErrorRecord(error).code)) return error;
    const failure = connectionFailure(this.#places, engine, error);
    call.log?.('a connection failed', { collection, reason: failure.message, stack: failure.stack ?? '' });
    return failure;
  }
}

/** A collection that nobody knows may stand on an engine that cannot be listed now: then that engine is the answer. */
async function lookUp(collection: string, { operations, context }: ToolCall): Promise<CollectionSummary> {
  try {
    return await operations.getCollection(collection, context);
  } catch (error) {
    const { code, retryable: mayPass } = toErrorRecord(error);
    if (code !== 'COLLECTION.NOT_FOUND' && !mayPass) throw error;
    const rows = await operations.listCollections(context);
    const unlisted = rows.find((row) => isUnlistedEngine(row) && row.status === 'failed');
    if (unlisted === undefined) throw error;
    return unlisted;
  }
}

interface CallPlace {
  readonly collection: string;
  readonly call: ToolCall;
  /** Where it is known. */
  readonly engine?: string;
}
