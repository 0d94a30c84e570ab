import type { Schemas } from '@qdrant/js-client-rest';
import type { Card } from '@tributary/contracts';
import {
  describeEach,
  type CallOptions,
  type ForeignAlias,
  type ForeignCollection,
  type ForeignCollections,
  type ForeignListOptions,
  type ForeignListing,
  type ForeignPage,
  type ForeignPoint,
  type ForeignReader,
  type ForeignScrollRequest,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { isOwnMetadata } from '../collections/collections.js';
import type { Connection } from '../connection/connection.js';
import { nextOf, type Call, type PointStore } from '../points/point-store.js';
import { isCatalogName } from '../records/catalog-collection.js';
import { vectorFieldsOf } from './describe-collection.js';
import { QdrantForeignReader } from './foreign-reader.js';
import { foreignPointOf } from './foreign-row.js';
import { deleteForeign, upsertForeign } from './foreign-writer.js';
import { payloadAt } from './payload-at.js';
import { pointIdOf } from './point-id.js';

interface ForeignContext {
  readonly connection: Connection;
  readonly store: PointStore;
  readonly isExact: boolean;
}

/** Collections of a Qdrant server that other programs made. */
export class QdrantForeignCollections implements ForeignCollections {
  readonly #connection: Connection;
  readonly #store: PointStore;
  readonly #isExact: boolean;

  constructor({ connection, store, isExact }: ForeignContext) {
    this.#connection = connection;
    this.#store = store;
    this.#isExact = isExact;
  }

  /** Searches ask for it, too, so that it does not wait for a server that is gone, and points are not counted one by one. */
  async list(options: ForeignListOptions = {}): Promise<ForeignListing> {
    const { searches } = this.#connection;
    const signal = searches.of(options.signal);
    const { collections } = await this.#connection.send((api, init) => api.getCollections({}, init), { signal });
    const named = [...collections].sort((a, b) => (a.name < b.name ? -1 : 1));
    return describeEach(named, ({ name }, limit) => this.#describe({ collection: name, signal: searches.of(limit) }), options);
  }

  inspect(name: string, { signal }: CallOptions = {}): Promise<ForeignCollection | undefined> {
    return this.#describe({ collection: name, signal }, { isCounted: true });
  }

  async #describe(call: Call, { isCounted = false } = {}): Promise<ForeignCollection | undefined> {
    const { collection: name } = call;
    if (isCatalogName(name)) return undefined;
    try {
      const info = await this.#connection.send((api, init) => api.getCollection({ collection_name: name }, init), call);
      if (isOwnMetadata(info.config.metadata)) return undefined;
      const estimate = isCounted ? undefined : info.points_count;
      const points = estimate ?? (await this.#store.count({}, call));
      return { name, points, vectors: vectorFieldsOf(info.config.params), metadata: metadataOf(info), revision: revisionOf(info) };
    } catch (error) {
      if (hasCode(error, 'COLLECTION.NOT_FOUND')) return undefined;
      throw error;
    }
  }

  async aliases({ signal }: CallOptions = {}): Promise<readonly ForeignAlias[]> {
    const { aliases } = await this.#connection.send((api, init) => api.getCollectionsAliases({}, init), { signal });
    return aliases.map(({ alias_name: alias, collection_name: collection }) => ({ alias, collection }));
  }

  async scroll(request: ForeignScrollRequest, { signal }: CallOptions = {}): Promise<ForeignPage> {
    const { collection, after, limit, vectors = true, places } = request;
    const offset = after === undefined ? undefined : pointIdOf(after);
    const parts = { payload: payloadAt(places), ...(vectors ? { vectors } : {}) };
    const page = await this.#store.scroll({ collection, signal, filter: {}, limit, offset, ...parts });
    const [points, next] = [page.points.map(foreignPointOf), nextOf(page)];
    return next === undefined ? { points } : { points, next };
  }

  async fetch(name: string, ids: readonly string[], { signal }: CallOptions = {}): Promise<readonly ForeignPoint[]> {
    const known = [...new Set(ids)].flatMap((id) => pointIdOf(id) ?? []);
    const records = await this.#store.retrieve(known, { collection: name, signal, payload: true, vectors: true });
    return records.map(foreignPointOf);
  }

  upsert(name: string, points: readonly ForeignPoint[], { signal }: CallOptions = {}): Promise<void> {
    return upsertForeign(this.#store, points, { collection: name, signal });
  }

  delete(name: string, ids: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    return deleteForeign(this.#store, ids, { collection: name, signal });
  }

  open(name: string, card: Card): ForeignReader {
    return new QdrantForeignReader({ store: this.#store, searches: this.#connection.searches, name, card, isExact: this.#isExact });
  }
}

/** What a server tells of its own accord and writes move: no promise, since a point may be overwritten in its place. */
function revisionOf(info: Schemas['CollectionInfo']): string {
  return JSON.stringify([info.points_count, info.indexed_vectors_count, info.segments_count]);
}

function metadataOf({ config }: Schemas['CollectionInfo']): Readonly<Record<string, unknown>> {
  return config.metadata ?? {};
}
