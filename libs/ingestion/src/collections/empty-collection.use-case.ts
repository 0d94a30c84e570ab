import { accessFilter, type Principal } from '@tributary/contracts';
import { mayReadDocument, physicalName, type CollectionRecord } from '@tributary/engines-port';
import { selectAdopted, type AdoptedSelection } from '../adopted/select-adopted.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DocumentRemoval, type Doomed } from '../documents/document-removal.js';
import { requireOwnDocuments } from '../sources/registering/source-rights.js';
import { requireNotFound } from './found-collections.js';

type EmptyCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock' | 'adopted' | 'found' | 'crashAt'>;

interface EmptyContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** The same where he may not take out what comes from sources of others; left out: anything he sees. */
  readonly writer?: Principal | undefined;
}

/** Removes what a caller sees of a collection, and what of his waits to be indexed; the collection itself stays. */
export class EmptyCollection {
  readonly #with: EmptyCollaborators;
  readonly #removal: DocumentRemoval;

  constructor(collaborators: EmptyCollaborators) {
    this.#with = collaborators;
    this.#removal = new DocumentRemoval(collaborators);
  }

  /** Every document gets a tombstone, so that nothing older comes back.
   *  @returns how many points went
   *  @throws `ACCESS.DENIED` where some of it comes from sources of others */
  async run(collection: CollectionRecord, { principal, signal, writer }: EmptyContext): Promise<{ readonly points: number }> {
    const { name } = collection;
    const stored = await this.#stored(collection, principal);
    const doomed = new Map<string, Doomed>([...stored].map(([key, { version }]) => [key, { key, version, keepFile: true }]));
    for (const state of ['accepted', 'failed']) {
      for await (const row of this.#with.catalog.documents.list({ collection: name, state })) {
        if (doomed.has(row.key) || row.epoch !== collection.epoch || row.chunks > 0 || !mayReadDocument(row, principal)) continue;
        doomed.set(row.key, { key: row.key, version: row.version, keepFile: true });
      }
    }
    await requireOwnDocuments(this.#with.catalog, { collection: name, keys: doomed.keys() }, writer);
    signal.throwIfAborted();
    await this.#removal.remove(collection, [...doomed.values()]);
    return { points: [...stored.values()].reduce((sum, { chunks }) => sum + chunks, 0) };
  }

  /** By key, what the caller sees. */
  async #stored(collection: CollectionRecord, principal: Principal): Promise<AdoptedSelection> {
    const { catalog, engines } = this.#with;
    const { name, engine, generation, adopted } = collection;
    if (adopted !== undefined) {
      const bound = await catalog.collections.get(name);
      if (bound?.adopted !== adopted || bound.removed) await requireNotFound(this.#with, name);
      return selectAdopted(this.#with, collection, { principal });
    }
    const filter = accessFilter(principal);
    const matches = await engines.get(engine).findDocuments(physicalName(name, generation), filter === undefined ? {} : { filter });
    return new Map(matches.map(({ key, version, points }) => [key, { version, chunks: points }]));
  }
}
