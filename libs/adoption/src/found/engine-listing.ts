import type { Engine, ForeignAlias, ForeignCollection, UndescribedCollection } from '@tributary/engines-port';
import { isAbort, permanent, toErrorRecord, type Clock, type ErrorRecord } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a listing is taken for new. */
const FRESH_MS = 3000;
const CALL_LIMIT_MS = 5000;
/** Nothing is shown before the aliases are known, or this is over. */
const ALIASES_LIMIT_MS = 1000;
const FAILURES = 3;
const REST_MS = 5000;

/** What one engine was last known to hold. */
export interface Listing {
  readonly engine: Engine;
  readonly collections: readonly ForeignCollection[];
  /** Their other names, as far as the engine tells them. */
  readonly aliases: readonly ForeignAlias[];
  /** Those that are there, of which nothing is known. */
  readonly failed: readonly UndescribedCollection[];
  /** Why the listing is not the present one. */
  readonly error?: ErrorRecord;
}

/** The foreign collections of one engine, asked for at most every few seconds. An engine that hangs holds nobody up for long; one that failed three times
 *  in a row is left alone for five seconds. */
export class EngineListing {
  readonly #engine: Engine;
  readonly #clock: Clock;
  #collections: ReadonlyMap<string, ForeignCollection> = new Map();
  #failed: readonly UndescribedCollection[] = [];
  readonly #asked = new Set<string>();
  #aliases: readonly ForeignAlias[] = [];
  #error: ErrorRecord | undefined;
  #listedAt = -Infinity;
  #failures = 0;
  #restsUntil = -Infinity;
  #refresh: Promise<void> | undefined;

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  /** The present listing, or the last known one with the reason. Nobody waits longer than `waitMs`; the listing goes on meanwhile. */
  async get({ fresh, waitMs }: { readonly fresh: boolean; readonly waitMs: number }): Promise<Listing> {
    const now = this.#clock.now();
    const isDue = fresh || now - this.#listedAt >= FRESH_MS;
    if (!isDue || now < this.#restsUntil) return this.#known();
    const over = new AbortController();
    const isDone = await Promise.race([
      this.#start().then(() => true),
      pause(waitMs, false, { signal: over.signal, ref: false }).catch(() => false),
    ]);
    over.abort();
    return isDone ? this.#known() : this.#known(LATE);
  }

  #known(error = this.#error): Listing {
    const [engine, aliases, known] = [this.#engine, this.#aliases, this.#collections];
    const failed = this.#failed.filter(({ name }) => !known.has(name));
    return { engine, collections: [...known.values()], failed, aliases, ...(error === undefined ? {} : { error }) };
  }

  /** One at a time, whoever asks. Never rejects. */
  #start(): Promise<void> {
    this.#refresh ??= this.#list().finally(() => {
      this.#refresh = undefined;
    });
    return this.#refresh;
  }

  /** A listing that takes long is there bit by bit. */
  #add(collection: ForeignCollection): void {
    this.#collections = new Map(this.#collections).set(collection.name, collection);
  }

  /** An engine that does not tell its aliases is listed all the same, those last known taken for true. Never rejects. */
  async #askAliases(): Promise<void> {
    const { foreign } = this.#engine;
    this.#aliases = (await foreign?.aliases?.({ signal: AbortSignal.timeout(ALIASES_LIMIT_MS) }).catch(() => this.#aliases)) ?? [];
  }

  async #list(): Promise<void> {
    try {
      const { foreign } = this.#engine;
      const told = this.#askAliases();
      const listed = foreign?.list({
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
        asked: this.#asked,
        // Not before the aliases are known, of which one may bind it.
        each: (one) =>
          void told.then(() => {
            this.#add(one);
          }),
      });
      const [{ collections = [], failed = [] } = {}] = await Promise.all([listed, told]);
      // One that is not described now is what it was.
      const before = failed.flatMap(({ name }) => this.#collections.get(name) ?? []);
      this.#collections = new Map([...collections, ...before].map((one) => [one.name, one]));
      this.#failed = failed;
      this.#listedAt = this.#clock.now();
      this.#error = undefined;
      this.#failures = 0;
    } catch (error) {
      // Nobody but the limit ends this call.
      this.#error = isAbort(error) ? GIVEN_UP : toErrorRecord(error);
      this.#failures += 1;
      if (this.#failures >= FAILURES) this.#restsUntil = this.#clock.now() + REST_MS;
    }
  }
}

const LATE = late('The engine has not listed all its collections yet.');
const GIVEN_UP = late(`The engine did not answer within ${(CALL_LIMIT_MS / 1000).toString()} s.`);

function late(message: string): ErrorRecord {
  return toErrorRecord(permanent('SEARCH.LATE', message, { category: 'timeout' }));
}
