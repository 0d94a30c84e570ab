import { hasCode, untilAborted } from '@tributary/kernel';
import type { ChromaConnection } from '../server/connection.js';
import { collectionMissing } from '../server/server-errors.js';

/** Where collections are, by name: remembered until the server knows one no more. */
export class RememberedCollections<Found> {
  readonly #connection: Pick<ChromaConnection, 'place'>;
  readonly #find: (name: string) => Promise<Found | undefined>;
  readonly #found = new Map<string, Found>();
  readonly #looking = new Map<string, Promise<Found | undefined>>();

  /** @param find asks the server, and keeps here what is there */
  constructor(connection: Pick<ChromaConnection, 'place'>, find: (name: string) => Promise<Found | undefined>) {
    this.#connection = connection;
    this.#find = find;
  }

  get(name: string): Found | undefined {
    return this.#found.get(name);
  }

  keep(name: string, found: Found): void {
    this.#found.set(name, found);
  }

  forget(name: string): void {
    this.#found.delete(name);
  }

  /** Does something with a collection; done again when it turns out that another process had dropped and made it anew. @throws `COLLECTION.NOT_FOUND` and what `find` throws */
  async use<T>(name: string, run: (found: Found) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const remembered = this.#found.get(name);
    if (remembered !== undefined) {
      try {
        return await run(remembered);
      } catch (error) {
        if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
        this.#found.delete(name);
      }
    }
    const found = await untilAborted(this.#findOnce(name), signal);
    if (found === undefined) throw collectionMissing(this.#connection.place(name));
    return run(found);
  }

  /** One look for all who ask at the same time: what they are told apart by must be one object. */
  #findOnce(name: string): Promise<Found | undefined> {
    const looking = this.#looking.get(name) ?? this.#find(name).finally(() => this.#looking.delete(name));
    this.#looking.set(name, looking);
    return looking;
  }
}
