import { Card, isSameModel } from '@tributary/contracts';
import { collectionOfAnother, isOwnedBy, type CallOptions, type EngineCollection, type Owner } from '@tributary/engines-port';
import { hasCode, permanent } from '@tributary/kernel';
import { z } from 'zod';
import { collectionNotFound } from '../connection/connection-errors.js';
import type { Connection } from '../connection/connection.js';
import type { QdrantSettings } from '../connection/settings.js';
import { IS_CHUNK, IS_DOCUMENT, own } from '../points/layout.js';
import type { VectorLayout } from '../points/point-codec.js';
import { INDEXES, METADATA_KEY, OWNER_KEY, layoutOf, schemaOf } from './schema.js';

/** A collection of Tributary’s own: what calls on it have to know. */
export interface OwnCollection {
  readonly name: string;
  /** A mark says that this installation made it. */
  readonly isMarked: boolean;
  readonly card: Card;
  readonly layout: VectorLayout;
}

export interface CommonModel {
  readonly model: string;
  readonly dimension: number;
}

interface CollectionsContext {
  readonly connection: Connection;
  readonly settings: QdrantSettings;
  readonly common: CommonModel;
  readonly owner: Owner;
}

/** What the server tells of a collection. */
interface CollectionInfo {
  /** Undefined where another program made it. */
  readonly card: Card | undefined;
  /** The installation that made it, where a mark says so. */
  readonly owner: string | undefined;
  readonly indexed: ReadonlySet<string>;
}

const Metadata = z.object({ [METADATA_KEY]: Card });
const OwnerMark = z.object({ [OWNER_KEY]: z.string() });
const LISTED_AT_ONCE = 8;
/** Why an alias may not be made: the name is a collection's, or the key does not allow it. */
const IGNORED = ['COLLECTION.EXISTS', 'ENGINE.REFUSED', 'ENGINE.DENIED'];

/** Collections that this installation of Tributary made, known by the card and the mark in their metadata. Those of other installations are not there for it. */
export class Collections {
  readonly #connection: Connection;
  readonly #settings: QdrantSettings;
  readonly #common: CommonModel;
  readonly #owner: Owner;
  readonly #known = new Map<string, OwnCollection>();

  constructor({ connection, settings, common, owner }: CollectionsContext) {
    this.#connection = connection;
    this.#settings = settings;
    this.#common = common;
    this.#owner = owner;
  }

  /** @throws `COLLECTION.EXISTS` when it is there with another model, or made by somebody else */
  async create(name: string, card: Card, { signal }: CallOptions = {}): Promise<void> {
    if (card.model.distance !== 'cosine') {
      throw permanent(
        'ENGINE.UNSUPPORTED',
        `Engine ${this.#connection.name} compares own collections by cosine, not by ${card.model.distance}.`,
      );
    }
    const layout = layoutOf(card, this.#common);
    const request = schemaOf(card, { layout, settings: this.#settings, owner: await this.#owner() });
    try {
      if (!(await this.#info(name, signal))) {
        await this.#connection.send((api, init) => api.createCollection({ collection_name: name, ...request }, init), {
          collection: name,
          signal,
        });
      }
    } catch (error) {
      // Somebody else, or this very request before its answer was lost, made it meanwhile.
      if (!hasCode(error, 'COLLECTION.EXISTS')) throw error;
    }
    await this.#checkSame(name, card, signal);
    await this.#index(name, signal);
  }

  /** @throws `COLLECTION.NOT_FOUND`, also for one of another installation */
  async drop(name: string, { signal }: CallOptions = {}): Promise<void> {
    // Also refuses to drop what somebody else made, be it another installation.
    await this.find(name, { signal, isFresh: true });
    this.#known.delete(name);
    const isGone = await this.#connection.send((api, init) => api.deleteCollection({ collection_name: name }, init), {
      collection: name,
      signal,
    });
    // The server answers false for an alias, and when an answer was lost and this is the second request.
    if (!isGone && (await this.#info(name, signal))) throw collectionNotFound({ engine: this.#connection.name, collection: name });
  }

  /** Points the alias of that name to a collection, wherever it pointed before. A name that a collection has, one that points to another installation's, and a server
   *  that forbids it, are left as they are: nothing of ours asks by alias. */
  async answerAs(alias: string, name: string, { signal }: CallOptions = {}): Promise<void> {
    const actions = [{ create_alias: { collection_name: name, alias_name: alias } }];
    try {
      const present = await this.#info(alias, signal);
      if (present && !(await this.#isOurs(present))) return;
      await this.#connection.send((api, init) => api.updateAliases({ actions }, init), { collection: name, signal });
    } catch (error) {
      if (!IGNORED.some((code) => hasCode(error, code))) throw error;
    }
  }

  async list({ signal }: CallOptions = {}): Promise<readonly EngineCollection[]> {
    const { collections } = await this.#connection.send((api, init) => api.getCollections({}, init), { signal });
    const names = collections.map(({ name }) => name).sort();
    const found: (EngineCollection | undefined)[] = [];
    for (let at = 0; at < names.length; at += LISTED_AT_ONCE) {
      found.push(...(await Promise.all(names.slice(at, at + LISTED_AT_ONCE).map((name) => this.#listed(name, signal)))));
    }
    return found.filter((collection) => collection !== undefined);
  }

  async #listed(name: string, signal: AbortSignal | undefined): Promise<EngineCollection | undefined> {
    const found = await this.get(name, { signal });
    return found && { ...found, isMarked: this.#known.get(name)?.isMarked === true };
  }

  async get(name: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<EngineCollection | undefined> {
    try {
      const { card } = await this.find(name, { signal, isFresh: true });
      const isLive = { key: own('deleted'), match: { value: false } };
      const [points, documents] = await Promise.all([
        this.#count(name, { must: [IS_CHUNK] }, signal),
        this.#count(name, { must: [IS_DOCUMENT, isLive] }, signal),
      ]);
      return { name, card, documents, points };
    } catch (error) {
      if (hasCode(error, 'COLLECTION.NOT_FOUND')) return undefined;
      throw error;
    }
  }

  /** What calls on a collection need to know. @throws `COLLECTION.NOT_FOUND`, also for a collection that somebody else made, be it another installation */
  async find(
    name: string,
    { signal, isFresh = false }: { readonly signal?: AbortSignal | undefined; readonly isFresh?: boolean } = {},
  ): Promise<OwnCollection> {
    const known = isFresh ? undefined : this.#known.get(name);
    if (known) return known;
    const info = await this.#info(name, signal);
    const card = info && (await this.#isOurs(info)) ? info.card : undefined;
    if (!card) throw collectionNotFound({ engine: this.#connection.name, collection: name });
    const collection: OwnCollection = { name, card, layout: layoutOf(card, this.#common), isMarked: info?.owner !== undefined };
    this.#known.set(name, collection);
    return collection;
  }

  /** Forgets what is known of a collection that turned out to be gone or another. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  #isOurs({ owner }: CollectionInfo): Promise<boolean> {
    return isOwnedBy(owner, this.#owner);
  }

  async #info(name: string, signal: AbortSignal | undefined): Promise<CollectionInfo | undefined> {
    try {
      const { config, payload_schema } = await this.#connection.send((api, init) => api.getCollection({ collection_name: name }, init), {
        collection: name,
        signal,
      });
      const card = Metadata.safeParse(config.metadata).data?.[METADATA_KEY];
      const owner = OwnerMark.safeParse(config.metadata).data?.[OWNER_KEY];
      return { card, owner, indexed: new Set(Object.keys(payload_schema)) };
    } catch (error) {
      if (hasCode(error, 'COLLECTION.NOT_FOUND')) return undefined;
      throw error;
    }
  }

  async #checkSame(name: string, card: Card, signal: AbortSignal | undefined): Promise<void> {
    const present = await this.#info(name, signal);
    if (present?.owner !== undefined && !(await this.#isOurs(present)))
      throw collectionOfAnother({ engine: this.#connection.name, collection: name, owner: present.owner });
    if (present?.card && isSameModel(present.card.model, card.model)) return;
    const why = present?.card ? 'with another model' : 'made by another program';
    throw permanent(
      'COLLECTION.EXISTS',
      `Engine ${this.#connection.name} has a collection ${name} ${why}. Choose another name, or adopt it.`,
      {
        category: 'conflict',
      },
    );
  }

  async #index(name: string, signal: AbortSignal | undefined): Promise<void> {
    const indexed = (await this.#info(name, signal))?.indexed ?? new Set();
    const missing = Object.entries(INDEXES).filter(([field]) => !indexed.has(field));
    await Promise.all(
      missing.map(([field_name, field_schema]) =>
        this.#connection.send((api, init) => api.createFieldIndex({ collection_name: name, field_name, field_schema, wait: true }, init), {
          collection: name,
          signal,
        }),
      ),
    );
  }

  async #count(name: string, filter: object, signal: AbortSignal | undefined): Promise<number> {
    const { count } = await this.#connection.send((api, init) => api.countPoints({ collection_name: name, filter, exact: true }, init), {
      collection: name,
      signal,
    });
    return count;
  }
}

/** True for the metadata of a collection that Tributary made. */
export function isOwnMetadata(metadata: unknown): boolean {
  return Metadata.safeParse(metadata).success;
}
