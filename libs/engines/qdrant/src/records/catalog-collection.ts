import type { Schemas } from '@qdrant/js-client-rest';
import { hasCode, permanent } from '@tributary/kernel';
import { z } from 'zod';
import { METADATA_KEY } from '../collections/schema.js';
import type { Connection } from '../connection/connection.js';
import { DEFAULT_INSTANCE, type QdrantSettings } from '../connection/settings.js';

/** Grows when a catalog can no longer be read by the program before; kept in the metadata of its collection. One without it was made by 0.1.0, and has 1. */
const FORMAT = 1;
const Metadata = z.object({ [METADATA_KEY]: z.object({ catalog_format: z.number() }) });

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
  #checked: Promise<void> | undefined;

  constructor(connection: Connection, { instance = DEFAULT_INSTANCE, replicationFactor, writeConsistencyFactor }: QdrantSettings) {
    this.name = `tributary-${instance}-catalog`;
    this.#connection = connection;
    this.#copies = {
      ...(replicationFactor === undefined ? {} : { replication_factor: replicationFactor }),
      ...(writeConsistencyFactor === undefined ? {} : { write_consistency_factor: writeConsistencyFactor }),
    };
  }

  /** @throws `ENGINE.FORMAT_TOO_NEW`, `COLLECTION.NOT_FOUND` where there is none yet */
  checkFormat(): Promise<void> {
    this.#checked ??= this.#check().catch((error: unknown) => {
      this.#checked = undefined;
      throw error;
    });
    return this.#checked;
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
      const metadata = { [METADATA_KEY]: { catalog_format: FORMAT } };
      const request = { collection_name: this.name, vectors: {}, shard_number: 1, metadata, ...this.#copies };
      await this.#connection.send((api, init) => api.createCollection(request, init), place);
    } catch (error) {
      if (!hasCode(error, 'COLLECTION.EXISTS')) throw error;
      await this.checkFormat();
    }
    for (const field_name of INDEXED) {
      const request = { collection_name: this.name, field_name, field_schema: 'keyword' as const, wait: true };
      await this.#connection.send((api, init) => api.createFieldIndex(request, init), place);
    }
  }

  async #check(): Promise<void> {
    const { config } = await this.#connection.send((api, init) => api.getCollection({ collection_name: this.name }, init), {
      collection: this.name,
    });
    const format = Metadata.safeParse(config.metadata).data?.[METADATA_KEY].catalog_format ?? 1;
    if (format <= FORMAT) return;
    throw permanent(
      'ENGINE.FORMAT_TOO_NEW',
      `Engine ${this.#connection.name}: its catalog ${this.name} was written by a newer Tributary (format ${format.toString()}, this one reads up to ${FORMAT.toString()}): upgrade Tributary, restore the snapshots made before the upgrade, or name another instance.`,
      { category: 'conflict' },
    );
  }
}
