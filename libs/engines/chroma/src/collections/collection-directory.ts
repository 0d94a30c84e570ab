import { isSameModel, type Card } from '@tributary/contracts';
import { collectionOfAnother, isOwnedBy, type Owner } from '@tributary/engines-port';
import { TributaryError, hasCode, permanent } from '@tributary/kernel';
import { ChromaNotFoundError, ChromaUniqueError, type Collection, type CreateCollectionConfiguration } from 'chromadb';
import { randomBytes } from 'node:crypto';
import type { CallTarget, ChromaConnection } from '../server/connection.js';
import { collectionMissing } from '../server/server-errors.js';
import { chromaName } from './chroma-name.js';
import { markMetadata, markOf, ownCollection, type OwnCollection } from './own-collection.js';
import { RememberedCollections } from './remembered-collections.js';

const PAGE = 200;

/** Finds, makes and drops collections of this installation, which those of others are not there for, and remembers where they are until the server says otherwise. */
export class CollectionDirectory {
  readonly #connection: ChromaConnection;
  readonly #efSearch: number;
  readonly #owner: Owner | undefined;
  readonly #remembered: RememberedCollections<OwnCollection>;

  constructor(connection: ChromaConnection, { efSearch, owner }: { readonly efSearch: number; readonly owner?: Owner | undefined }) {
    this.#connection = connection;
    this.#efSearch = efSearch;
    this.#owner = owner;
    this.#remembered = new RememberedCollections(connection, (name, signal) => this.find(name, signal));
  }

  /** As `RememberedCollections` does. @throws `COLLECTION.NOT_FOUND` */
  use<T>(name: string, run: (collection: OwnCollection) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#remembered.use(name, run, signal);
  }

  /** Asks the server. */
  async find(name: string, signal?: AbortSignal): Promise<OwnCollection | undefined> {
    const points = await this.#lookUp(chromaName(name), { signal, collection: name });
    const mark = markOf(points?.metadata);
    if (points === undefined || mark?.kind !== 'points' || !(await isOwnedBy(mark.owner, this.#owner))) return undefined;
    const remembered = this.#remembered.get(name);
    if (remembered?.pointsId === points.id) return remembered;
    const heads = await this.#lookUp(mark.heads, { signal, collection: name });
    if (heads === undefined) return undefined;
    const foundMeanwhile = this.#remembered.get(name);
    if (foundMeanwhile?.pointsId === points.id) return foundMeanwhile;
    const collection = ownCollection({ points, heads, mark });
    this.#remembered.keep(name, collection);
    return collection;
  }

  /** All collections of the database, ours and others’, in order of name. */
  async list(signal?: AbortSignal): Promise<readonly Collection[]> {
    const all: Collection[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = await this.#connection.call((client) => client.listCollections({ limit: PAGE, offset }), { signal });
      all.push(...page);
      if (page.length < PAGE) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    }
  }

  /** The commits' collection is made first and is known by its name in the mark alone: who loses the race for the name leaves nothing behind. */
  async create(name: string, card: Card, signal?: AbortSignal): Promise<void> {
    const target = { signal, collection: name };
    if (card.model.distance !== 'cosine') {
      throw permanent(
        'ENGINE.UNSUPPORTED',
        `Collections are made with cosine distance on Chroma, not ${card.model.distance}: take another distance or another engine for ${name}.`,
      );
    }
    if (await this.#exists(name, card, signal)) return;
    const owner = await this.#owner?.();
    const heads = `tributary-heads-${randomBytes(12).toString('hex')}`;
    await this.#make({ name: heads, metadata: markMetadata({ v: 1, kind: 'heads', name }), space: 'l2' }, target);
    try {
      await this.#make(
        { name: chromaName(name), metadata: markMetadata({ v: 1, kind: 'points', name, heads, card, owner }), space: 'cosine' },
        target,
      );
    } catch (error) {
      const mark = isTaken(error) ? markOf((await this.#lookUp(chromaName(name), target))?.metadata) : undefined;
      // Made, but the answer was lost and the request repeated.
      if (mark?.kind === 'points' && mark.heads === heads) return;
      await this.#remove(heads, target);
      if (!isTaken(error) || !(await this.#exists(name, card, signal))) throw error;
    }
  }

  /** @throws `COLLECTION.NOT_FOUND`, also for one of another installation */
  async drop(name: string, signal?: AbortSignal): Promise<void> {
    const points = await this.#lookUp(chromaName(name), { signal, collection: name });
    const mark = markOf(points?.metadata);
    this.#remembered.forget(name);
    if (mark?.kind !== 'points' || !(await isOwnedBy(mark.owner, this.#owner))) throw collectionMissing(this.#connection.place(name));
    await this.#remove(chromaName(name), { signal, collection: name });
    await this.#remove(mark.heads, { signal, collection: name });
  }

  /** @throws `COLLECTION.EXISTS` when something else has the name */
  async #exists(name: string, card: Card, signal: AbortSignal | undefined): Promise<boolean> {
    const found = await this.find(name, signal);
    if (found !== undefined) {
      if (isSameModel(found.card.model, card.model)) return true;
      throw permanent(
        'COLLECTION.EXISTS',
        `${name} exists with another model: ${found.card.model.name}, ${found.card.model.dimension.toString()} dimensions. Drop it, or take another name.`,
        {
          category: 'conflict',
        },
      );
    }
    const taken = await this.#lookUp(chromaName(name), { signal, collection: name });
    if (taken === undefined) return false;
    const mark = markOf(taken.metadata);
    if (mark?.kind === 'points' && mark.owner !== undefined && !(await isOwnedBy(mark.owner, this.#owner)))
      throw collectionOfAnother({ engine: this.#connection.place(name).engine, collection: name, owner: mark.owner });
    if (mark !== undefined) return false;
    throw permanent(
      'COLLECTION.EXISTS',
      `Another program made a collection ${name} on this Chroma server: take another name, or adopt it.`,
      { category: 'conflict' },
    );
  }

  async #make(
    {
      name,
      metadata,
      space,
    }: { readonly name: string; readonly metadata: ReturnType<typeof markMetadata>; readonly space: 'cosine' | 'l2' },
    target: CallTarget,
  ): Promise<void> {
    const hnsw = space === 'cosine' ? { space, ef_search: this.#efSearch, ef_construction: 200, max_neighbors: 24 } : { space };
    const configuration: CreateCollectionConfiguration = { hnsw };
    await this.#connection.call((client) => client.createCollection({ name, metadata, configuration, embeddingFunction: null }), target);
  }

  #lookUp(name: string, target: CallTarget): Promise<Collection | undefined> {
    return orUndefined(this.#connection.call((client) => client.getCollection({ name }), target));
  }

  async #remove(name: string, target: CallTarget): Promise<void> {
    await orUndefined(this.#connection.call((client) => client.deleteCollection({ name }), target));
  }
}

async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (hasCode(error, 'COLLECTION.NOT_FOUND') && error.cause instanceof ChromaNotFoundError) return undefined;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof TributaryError && error.cause instanceof ChromaUniqueError;
}
