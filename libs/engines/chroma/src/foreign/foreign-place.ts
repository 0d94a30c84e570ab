import { hasCode, permanent } from '@tributary/kernel';
import type { Collection } from 'chromadb';
import { z } from 'zod';
import { markOf } from '../collections/own-collection.js';
import { RememberedCollections } from '../collections/remembered-collections.js';
import type { ChromaConnection } from '../server/connection.js';

/** How Chroma compares the vectors of a collection. */
export type Space = 'cosine' | 'l2' | 'ip';

/** Where a collection of another program is, and how it compares. */
export interface ForeignPlace {
  readonly name: string;
  readonly id: string;
  readonly space: Space;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const SpaceName = z.enum(['cosine', 'l2', 'ip']);
const Configuration = z.object({
  hnsw: z.object({ space: SpaceName.nullish() }).nullish(),
  spann: z.object({ space: SpaceName.nullish() }).nullish(),
});

export function foreignPlace({ name, id, metadata, configuration }: Collection): ForeignPlace {
  const said = SpaceName.safeParse(metadata?.['hnsw:space']);
  const configured = Configuration.safeParse(configuration);
  const space = configured.success ? (configured.data.hnsw?.space ?? configured.data.spann?.space) : undefined;
  // Older programs say it in the metadata, and then the configuration holds the default.
  return { name, id, space: said.success ? said.data : (space ?? 'l2'), metadata: metadata ?? {} };
}

/** Collections of other programs by name, remembered until the server knows them no more. */
export class ForeignPlaces {
  readonly #connection: ChromaConnection;
  readonly #remembered: RememberedCollections<ForeignPlace>;

  constructor(connection: ChromaConnection) {
    this.#connection = connection;
    this.#remembered = new RememberedCollections(connection, (name, signal) => this.find(name, signal));
  }

  /** As `RememberedCollections` does. @throws `COLLECTION.NOT_FOUND`, `COLLECTION.NOT_FOREIGN` */
  use<T>(name: string, run: (place: ForeignPlace) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#remembered.use(name, run, signal);
  }

  async find(name: string, signal?: AbortSignal): Promise<ForeignPlace | undefined> {
    try {
      const collection = await this.#connection.call((client) => client.getCollection({ name }), { signal, collection: name });
      if (markOf(collection.metadata) !== undefined) {
        throw permanent('COLLECTION.NOT_FOREIGN', `Tributary made the collection ${name} itself: it needs no adoption.`, {
          category: 'conflict',
        });
      }
      const place = foreignPlace(collection);
      this.#remembered.keep(name, place);
      return place;
    } catch (error) {
      if (hasCode(error, 'COLLECTION.NOT_FOUND')) return undefined;
      throw error;
    }
  }
}
