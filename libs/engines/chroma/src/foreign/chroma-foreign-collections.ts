import type { Card } from '@tributary/contracts';
import {
  DOCUMENT_PLACE,
  describeEach,
  type CallOptions,
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
import { sha256Hex } from '@tributary/kernel/ids';
import type { CollectionDirectory } from '../collections/collection-directory.js';
import { markOf } from '../collections/own-collection.js';
import type { ChromaConnection } from '../server/connection.js';
import { ChromaForeignReader } from './chroma-foreign-reader.js';
import { ForeignPlaces, foreignPlace, type ForeignPlace, type Space } from './foreign-place.js';
import { foreignPoints } from './foreign-row.js';
import { fetchForeign } from './foreign-source.js';
import { deleteForeign, upsertForeign } from './foreign-writer.js';

const DISTANCE: Readonly<Record<Space, 'cosine' | 'dot' | 'euclid'>> = { cosine: 'cosine', ip: 'dot', l2: 'euclid' };

/** Collections of a Chroma server that other programs made. */
export class ChromaForeignCollections implements ForeignCollections {
  readonly #connection: ChromaConnection;
  readonly #directory: CollectionDirectory;
  readonly #places: ForeignPlaces;

  constructor(connection: ChromaConnection, directory: CollectionDirectory) {
    this.#connection = connection;
    this.#directory = directory;
    this.#places = new ForeignPlaces(connection);
  }

  /** Searches ask for it, too, so that it does not wait for a server that is gone. */
  async list(options: ForeignListOptions = {}): Promise<ForeignListing> {
    const { searches } = this.#connection;
    const foreign = (await this.#directory.list(searches.of(options.signal))).filter(({ metadata }) => markOf(metadata) === undefined);
    return describeEach(foreign, (collection, limit) => this.#describe(foreignPlace(collection), searches.of(limit)), options);
  }

  async inspect(name: string, { signal }: CallOptions = {}): Promise<ForeignCollection | undefined> {
    const place = await this.#places.find(name, signal);
    if (place === undefined) return undefined;
    const described = await this.#describe(place, signal);
    if (described === undefined) return undefined;
    return { ...described, revision: await unlessDropped(this.#last(place, { points: described.points, signal }), '') };
  }

  /** Chroma numbers no changes, but what is added stands at the end. */
  async #last(
    place: ForeignPlace,
    { points, signal }: { readonly points: number; readonly signal: AbortSignal | undefined },
  ): Promise<string> {
    const [last] = points === 0 ? [] : await this.#page(place, { limit: 1, offset: points - 1, include: ['documents'], signal });
    return sha256Hex(JSON.stringify([last?.id, last?.document]));
  }

  /** Chroma gives records in the order they were added, so a page goes on from a number of records. */
  async scroll(request: ForeignScrollRequest, { signal }: CallOptions = {}): Promise<ForeignPage> {
    const { collection, after = '0', limit } = request;
    const offset = Number(after);
    const include = columnsOf(request);
    const points = await this.#places.use(collection, (place) => this.#page(place, { limit, offset, include, signal }), signal);
    return points.length < limit ? { points } : { points, next: (offset + points.length).toString() };
  }

  fetch(name: string, ids: readonly string[], { signal }: CallOptions = {}): Promise<readonly ForeignPoint[]> {
    return this.#places.use(name, (place) => fetchForeign({ connection: this.#connection, place, signal }, ids), signal);
  }

  upsert(name: string, points: readonly ForeignPoint[], { signal }: CallOptions = {}): Promise<void> {
    return this.#places.use(name, (place) => upsertForeign({ connection: this.#connection, place, signal }, points), signal);
  }

  delete(name: string, ids: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    return this.#places.use(name, (place) => deleteForeign({ connection: this.#connection, place, signal }, ids), signal);
  }

  open(name: string, card: Card): ForeignReader {
    return new ChromaForeignReader({ connection: this.#connection, places: this.#places, name, card });
  }

  /** Undefined for one that was dropped meanwhile. */
  async #describe(place: ForeignPlace, signal: AbortSignal | undefined): Promise<ForeignCollection | undefined> {
    const { name, id, space, metadata } = place;
    const describe = async () => {
      const points = await this.#connection.records(id, (records) => records.count(), { signal, collection: name });
      const [sample] = await this.#page(place, { limit: 1, offset: 0, include: ['embeddings'], signal });
      const dimension = sample?.vectors.get('')?.length;
      const vector = { name: '', kind: 'dense' as const, distance: DISTANCE[space], ...(dimension === undefined ? {} : { dimension }) };
      return { name, points, vectors: [vector], metadata };
    };
    return unlessDropped(describe(), undefined);
  }

  async #page(
    { id, name }: ForeignPlace,
    { signal, include, ...range }: Range & { readonly include: readonly Column[]; readonly signal: AbortSignal | undefined },
  ): Promise<readonly ForeignPoint[]> {
    const columns = await this.#connection.records(id, (records) => records.get({ ...range, include: [...include] }), {
      signal,
      collection: name,
    });
    return foreignPoints(columns);
  }
}

async function unlessDropped<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'COLLECTION.NOT_FOUND')) return otherwise;
    throw error;
  }
}

interface Range {
  readonly limit: number;
  readonly offset: number;
}

type Column = 'metadatas' | 'documents' | 'embeddings';

/** Chroma gives whole columns only. */
function columnsOf({ vectors = true, places }: ForeignScrollRequest): readonly Column[] {
  return [
    ...(places === undefined || places.some((place) => place !== DOCUMENT_PLACE) ? ['metadatas' as const] : []),
    ...(places?.includes(DOCUMENT_PLACE) === false ? [] : ['documents' as const]),
    ...(vectors ? ['embeddings' as const] : []),
  ];
}
