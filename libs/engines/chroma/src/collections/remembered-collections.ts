import { hasCode, untilAborted } from '@tributary/kernel';
import type { ChromaConnection } from '../server/connection.js';
import { collectionMissing } from '../server/server-errors.js';

type Find<Found> = (name: string, signal: AbortSignal | undefined) => Promise<Found | undefined>;

interface Look<Found> {
  readonly signal: AbortSignal | undefined;
  readonly found: Promise<Found | undefined>;
}

/** Where collections are, by name: remembered until the server knows one no more. */
export class RememberedCollections<Found> {
  readonly #connection: Pick<ChromaConnection, 'place'>;
  readonly #find: Find<Found>;
  readonly #found = new Map<string, Found>();
  readonly #looking = new Map<string, Look<Found>>();

  /** @param find asks the server, and keeps here what is there */
  constructor(connection: Pick<ChromaConnection, 'place'>, find: Find<Found>) {
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
        // Somebody may have found the new one meanwhile.
        if (this.#found.get(name) === remembered) this.#found.delete(name);
      }
    }
    const found = this.#found.get(name) ?? (await untilAborted(this.#findOnce(name, signal), signal));
    if (found === undefined) throw collectionMissing(this.#connection.place(name));
    return run(found);
  }

  /** One look for all who ask at the same time with one signal, as the lanes of a search do. A search does not join the look of another: how long that is waited for is its own affair. */
  #findOnce(name: string, signal: AbortSignal | undefined): Promise<Found | undefined> {
    const known = this.#looking.get(name);
    if (known !== undefined && known.signal === signal) return known.found;
    const look: Look<Found> = {
      signal,
      found: this.#find(name, signal).finally(() => {
        if (this.#looking.get(name) === look) this.#looking.delete(name);
      }),
    };
    this.#looking.set(name, look);
    return look.found;
  }
}
