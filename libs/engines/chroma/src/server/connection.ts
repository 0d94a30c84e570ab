import { ChromaConnectionError, type Collection } from 'chromadb';
import { HEALTH_LIMIT_MS, SEARCH_PATIENCE_MS, SearchSignals, isReachable } from '@tributary/engines-port';
import { Deadline, permanent, untilAborted } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { shownAddress, type ServerAddress } from '../settings/chroma-settings.js';
import type { AddressSource } from './address-source.js';
import { CallClient, type ServerLimits } from './call-client.js';
import { isPassing, noAnswer, notListening, serverError, type CallPlace } from './server-errors.js';

/** Attempts of one call, the first included. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 60;
const CONNECT_MS = 300;
const VERSION = /^(\d+)\.\d+/;
const OLDEST_MAJOR = 1;

export interface ConnectionOptions {
  readonly engine: string;
  readonly timeoutMs: number;
}

export interface CallTarget {
  readonly signal?: AbortSignal | undefined;
  /** Physical name, for error messages. */
  readonly collection?: string | undefined;
}

/** Calls to one Chroma server. Every request it is used for may be repeated without harm, so failures that may pass are met by trying again. */
export class ChromaConnection {
  /** Of requests that wait less for a server that is gone. */
  readonly searches = new SearchSignals();
  readonly #source: AddressSource;
  #address: ServerAddress | undefined;
  readonly #options: ConnectionOptions;
  #limits: Promise<ServerLimits> | undefined;
  /** Ends the question for the limits, which belongs to no single caller and would keep a process alive. */
  readonly #closing = new AbortController();

  constructor(source: AddressSource, options: ConnectionOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Calls with a client of this call, repeated with growing, jittered pauses where that may help. @throws errors that name engine and collection */
  async call<T>(run: (client: CallClient) => Promise<T>, target: CallTarget = {}): Promise<T> {
    const limits = await this.limits(target.signal);
    return this.#attempt((client) => run(client), { ...target, limits });
  }

  /** `call` on the records of a collection. */
  records<T>(id: string, run: (collection: Collection) => Promise<T>, target: CallTarget = {}): Promise<T> {
    return this.call((client) => run(client.collection(id)), target);
  }

  /** Asks once what the server is and how much it takes. @throws `ENGINE.VERSION_UNSUPPORTED` */
  limits(signal?: AbortSignal): Promise<ServerLimits> {
    signal?.throwIfAborted();
    this.#limits ??= this.#askLimits().catch((error: unknown) => {
      this.#limits = undefined;
      throw error;
    });
    return untilAborted(this.#limits, signal);
  }

  /** The version the server gives itself. */
  version(signal?: AbortSignal): Promise<string> {
    return this.#attempt((client) => client.version(), { signal, limits: undefined });
  }

  /** The same, asked without patience once there is an address. @throws `ENGINE.VERSION_UNSUPPORTED`, `ENGINE.TIMEOUT` */
  async ping(signal?: AbortSignal): Promise<string> {
    await untilAborted(this.#source.address(), signal);
    const limit = Deadline.in(HEALTH_LIMIT_MS).signal(signal);
    try {
      await this.limits(limit);
      return await this.version(limit);
    } catch (error) {
      signal?.throwIfAborted();
      throw limit.aborted ? noAnswer(this.place(), HEALTH_LIMIT_MS) : error;
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#source.close();
  }

  place(collection?: string): CallPlace {
    return { engine: this.#options.engine, address: this.#address ? shownAddress(this.#address) : 'an address not known yet', collection };
  }

  /** The client does not say whether there was a connection at all. Searches have no time to ask. */
  async #lastFailure(error: unknown, { address, collection, signal }: CallTarget & { readonly address: ServerAddress }): Promise<Error> {
    const place = this.place(collection);
    const isAsked = error instanceof ChromaConnectionError && !this.searches.has(signal);
    return isAsked && !(await isReachable(address, CONNECT_MS)) ? notListening(place, error) : serverError(error, place);
  }

  async #askLimits(): Promise<ServerLimits> {
    const { signal } = this.#closing;
    const version: unknown = await this.version(signal);
    const major = typeof version === 'string' ? VERSION.exec(version)?.[1] : undefined;
    if (major === undefined || Number(major) < OLDEST_MAJOR) {
      const { engine, address } = this.place();
      throw permanent(
        'ENGINE.VERSION_UNSUPPORTED',
        `What answers for the engine ${engine} at ${address} is not a Chroma server of version 1.0 or newer: check the url, or update the server.`,
      );
    }
    return this.#attempt((client) => client.getPreflightChecks(), { signal, limits: undefined });
  }

  async #attempt<T>(
    run: (client: CallClient) => Promise<T>,
    { signal, collection, limits }: CallTarget & { readonly limits: ServerLimits | undefined },
  ): Promise<T> {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      const pauseMs = pauseBefore(attempt);
      signal?.throwIfAborted();
      const address = await this.#source.address();
      this.#address = address;
      const timeout = AbortSignal.timeout(this.#options.timeoutMs);
      try {
        return await run(new CallClient(address, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout, limits }));
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ChromaConnectionError) this.#source.lost();
        // A server that hangs is not asked again at once: who called is the one to decide how long to wait for it.
        if (timeout.aborted) throw serverError(timeout.reason, this.place(collection));
        const isHasty = this.searches.has(signal) && error instanceof ChromaConnectionError;
        const isTooLate = isHasty && performance.now() - startedAt + pauseMs > SEARCH_PATIENCE_MS;
        if (attempt === ATTEMPTS || isTooLate || !isPassing(error)) throw await this.#lastFailure(error, { address, collection, signal });
      }
      await pause(pauseMs, undefined, signal ? { signal } : {});
    }
  }
}

/** Doubles with each attempt; between half and the whole of it, so that many callers do not come back at once. */
function pauseBefore(attempt: number): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}
