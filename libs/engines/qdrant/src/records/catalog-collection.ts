import type { Schemas } from '@qdrant/js-client-rest';
import { hasCode } from '@tributary/kernel';
import type { Connection } from '../connection/connection.js';
import type { QdrantSettings } from '../connection/settings.js';

const INDEXED = ['kind', 'collection', 'source', 'state'];

/** True for the reserved collection of any installation. */
export function isCatalogName(name: string): boolean {
  return /^tributary-.+-catalog$/.test(name);
}

/** The reserved collection of points without vectors that keeps the catalog; made with the first record. */
export class CatalogCollection {
  readonly name: string;
  readonly #connection: Connection;
  readonly #copies: Schemas['CreateCollection'];
  #ready: Promise<void> | undefined;

  constructor(connection: Connection, { instance = 'default', replicationFactor, writeConsistencyFactor }: QdrantSettings) {
    this.name = `tributary-${instance}-catalog`;
    this.#connection = connection;
    this.#copies = {
      ...(replicationFactor === undefined ? {} : { replication_factor: replicationFactor }),
      ...(writeConsistencyFactor === undefined ? {} : { write_consistency_factor: writeConsistencyFactor }),
    };
  }

  ensure(): Promise<void> {
    this.#ready ??= this.#make().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #make(): Promise<void> {
    const place = { collection: this.name };
    try {
      // One shard: what is listed together stands together.
      const request = { collection_name: this.name, vectors: {}, shard_number: 1, ...this.#copies };
      await this.#connection.send((api, init) => api.createCollection(request, init), place);
    } catch (error) {
      if (!hasCode(error, 'COLLECTION.EXISTS')) throw error;
    }
    for (const field_name of INDEXED) {
      const request = { collection_name: this.name, field_name, field_schema: 'keyword' as const, wait: true };
      await this.#connection.send((api, init) => api.createFieldIndex(request, init), place);
    }
  }
}
