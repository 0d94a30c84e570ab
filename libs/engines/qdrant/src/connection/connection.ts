import { QdrantClient } from '@qdrant/js-client-rest';
import { HEALTH_LIMIT_MS, SEARCH_PATIENCE_MS, SearchSignals, isReachable } from '@tributary/engines-port';
import { Deadline, permanent, type TributaryError } from '@tributary/kernel';
import { backoffMs, waitFor } from './backoff.js';
import { isLeaderAway, isUnanswered, notQdrant, toEngineError, unreachable, type CallPlace } from './connection-errors.js';
import { readVersion } from './server-version.js';
import { addressOf, type QdrantSettings, type ServerAddress } from './settings.js';

type Api = ReturnType<QdrantClient['api']>;

/** One request by the client's typed API. */
export type Request<T> = (api: Api, init: RequestInit) => Promise<{ readonly data: { readonly result?: T } }>;

export interface RequestOptions {
  readonly collection?: string;
  readonly signal?: AbortSignal | undefined;
}

const CONNECT_MS = 300;
/** A connection that worked this recently is taken to work still. */
const FRESH_MS = 5_000;
/** For how long a request is repeated while the server is away or busy; longer outages are the queue's to wait for. */
const PATIENCE_MS = 5_000;

/** The way to one server: version check, timeouts, retries, errors with codes. */
export class Connection {
  readonly name: string;
  readonly address: ServerAddress;
  /** Of requests that wait less for a server that is gone. */
  readonly searches = new SearchSignals();
  readonly #api: Api;
  readonly #timeoutMs: number;
  readonly #closing = new AbortController();
  #version: Promise<string> | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(name: string, { url, apiKey, timeoutMs = 30_000 }: QdrantSettings) {
    this.name = name;
    this.address = addressOf(url);
    const { clientPort, prefix } = this.address;
    const client = new QdrantClient({
      url: this.address.url,
      port: clientPort,
      prefix,
      // Ours are signals, which also end a call that its caller gave up.
      timeout: Number.POSITIVE_INFINITY,
      checkCompatibility: false,
      // Not as `apiKey`: with that the client prints a warning on plain http, loopback included.
      headers: apiKey === undefined ? {} : { 'api-key': apiKey },
    });
    this.#api = client.api();
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a request, again while the server is away or busy. Every request of the adapter may be repeated: it does nothing the second time. */
  async send<T>(request: Request<T>, { collection, signal }: RequestOptions = {}): Promise<T> {
    const place = this.#place(collection);
    const startedAt = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        signal?.throwIfAborted();
        this.#closing.signal.throwIfAborted();
        await this.version();
        return await this.#once(request, { place, signal });
      } catch (error) {
        signal?.throwIfAborted();
        this.#closing.signal.throwIfAborted();
        const failure = toEngineError(error, place);
        const wait = backoffMs(attempt, failure);
        const isHasty = this.searches.has(signal) && isUnanswered(failure);
        const endsAt = startedAt + (isHasty ? SEARCH_PATIENCE_MS : PATIENCE_MS);
        if (!isWorthRepeating(failure) || performance.now() + wait > endsAt) throw failure;
        await waitFor(wait, this.#unlessClosed(signal));
      }
    }
  }

  /** Ends what is under way: nobody waits for a server that says nothing once the engine is closed. What is sent afterwards fails with `ENGINE.CLOSED`. */
  close(): void {
    this.#closing.abort(permanent('ENGINE.CLOSED', 'The engine has been closed.', { category: 'unavailable' }));
  }

  /** The server's version, asked once per connection. @throws `ENGINE.NOT_QDRANT`, `ENGINE.VERSION_UNSUPPORTED` */
  version(): Promise<string> {
    this.#version ??= this.#probe().catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    });
    return this.#version;
  }

  /** Asks the server for its version now, and whether it takes the key, without patience. */
  async ping(signal?: AbortSignal): Promise<string> {
    this.#version = undefined;
    const limit = Deadline.in(Math.min(this.#timeoutMs, HEALTH_LIMIT_MS)).signal(signal);
    const version = await this.#probe(limit);
    this.#version = Promise.resolve(version);
    // Its version a server tells whoever asks.
    await this.#once((api, init) => api.getCollections({}, init), { place: this.#place(undefined), signal: limit });
    return version;
  }

  async #probe(signal = AbortSignal.timeout(this.#timeoutMs)): Promise<string> {
    const place = this.#place(undefined);
    if (!(await isReachable(this.address, CONNECT_MS))) throw unreachable(place);
    try {
      const { data } = await this.#api.root({}, { signal: this.#unlessClosed(signal) });
      const version = readVersion(data, { engine: this.name, url: this.address.url + this.address.prefix });
      this.#answeredAt = performance.now();
      return version;
    } catch (error) {
      throw toEngineError(error, place);
    }
  }

  async #once<T>(request: Request<T>, { place, signal }: { place: CallPlace; signal: AbortSignal | undefined }): Promise<T> {
    if (performance.now() - this.#answeredAt > FRESH_MS && !(await isReachable(this.address, CONNECT_MS))) throw unreachable(place);
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      const { data } = await request(this.#api, { signal: this.#unlessClosed(signal ? AbortSignal.any([signal, timeout]) : timeout) });
      this.#answeredAt = performance.now();
      if (typeof data !== 'object' || data.result === undefined) throw notQdrant(place);
      return data.result;
    } catch (error) {
      const failure = toEngineError(error, place);
      // Another server may come back: its version is asked again.
      if (failure.code === 'ENGINE.UNAVAILABLE' && failure.category === 'unavailable' && !isLeaderAway(failure)) {
        this.#answeredAt = Number.NEGATIVE_INFINITY;
        this.#version = undefined;
      }
      throw failure;
    }
  }

  #unlessClosed(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
  }

  #place(collection: string | undefined): CallPlace {
    const url = this.address.url + this.address.prefix;
    return { engine: this.name, url, ...(collection === undefined ? {} : { collection }) };
  }
}

/** False also where a node of several is away: what goes through it waits longer than a call does. */
function isWorthRepeating(failure: TributaryError): boolean {
  return failure.code === 'ENGINE.UNAVAILABLE' && failure.category !== 'timeout' && !isLeaderAway(failure);
}
