import { reconnecting } from '@tributary/kernel';
import type { JobLog } from '@tributary/messaging-port';
import { Redis } from 'ioredis';
import { ConnectionWatch, tellOutages } from './connection-watch.js';
import { orUnavailable, unavailable } from './unavailable.js';
import { withoutPolicy } from './without-policy.js';

/** How often a Redis that still loads its data is asked again. */
const LOADING_RETRY_MS = 200;
const CONNECT_TIMEOUT_MS = 5000;
/** A Redis that takes longer to answer a single command counts as away. */
const COMMAND_TIMEOUT_MS = 10_000;
/** A connection on which nothing came for this long after something was asked is replaced: where a machine lost its power nobody closes it, and the operating
 *  system waits for a quarter of an hour. */
const SILENT_MS = 10_000;
/** The same for workers, which duplicate this connection to wait for jobs: BullMQ lets Redis be silent for up to 10 s there. */
const SILENT_WORKERS_MS = 15_000;
/** How often the subscriber, which only listens, is made to hear something. */
const PING_MS = 5000;
/** How often it is told that the server is a replica, while it stays one. */
const DEMOTED_TOLD_MS = 60_000;

/** The connections of one process: each fails in the way its users need. */
export class RedisClients {
  /** Adds, asks and looks: fails at once while Redis is away, so that callers hear of it. */
  readonly callers: Redis;
  /** Hears answers and cancels; subscribes again by itself after an outage. */
  readonly subscriber: Redis;
  readonly #url: string;
  readonly #pings: NodeJS.Timeout;
  readonly #ofCallers: ConnectionWatch;
  readonly #ofSubscriber: ConnectionWatch;
  readonly #log: JobLog;
  #workers: Redis | undefined;
  #answerers: Redis | undefined;
  #demotedToldAt = -Infinity;

  private constructor(url: string, log: JobLog) {
    this.#url = url;
    this.#log = log;
    const atOnce = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COMMAND_TIMEOUT_MS };
    const onDemoted = (error: Error): void => {
      this.#followMaster(error);
    };
    this.callers = withoutPolicy(new Redis(url, settings({ ...atOnce, ...reconnecting({ asksAgain: false, onDemoted }) })));
    this.subscriber = new Redis(url, settings({ maxRetriesPerRequest: null }));
    this.#ofCallers = new ConnectionWatch(this.callers);
    this.#ofSubscriber = new ConnectionWatch(this.subscriber);
    tellOutages(this.callers, log);
    this.#pings = setInterval(() => {
      if (this.subscriber.status === 'ready') this.subscriber.ping().catch(() => undefined); // another connection is the answer
    }, PING_MS);
  }

  /** @throws `QUEUE.UNAVAILABLE` */
  static async connect(url: string, log: JobLog = () => undefined): Promise<RedisClients> {
    const clients = new RedisClients(url, log);
    try {
      await Promise.all([clients.callers.connect(), clients.subscriber.connect()]);
      return clients;
    } catch (error) {
      clients.#disconnect();
      throw unavailable(clients.error ?? error);
    }
  }

  /** Moves jobs along: waits out an outage, so that nothing a worker has to say is lost. */
  get workers(): Redis {
    this.#workers ??= connected(
      withoutPolicy(new Redis(this.#url, settings({ maxRetriesPerRequest: null, socketTimeout: SILENT_WORKERS_MS }))),
    );
    return this.#workers;
  }

  /** Moves requests along, apart from the jobs, whose commands wait for the disk. */
  get answerers(): Redis {
    this.#answerers ??= connected(new Redis(this.#url, settings({ maxRetriesPerRequest: null })));
    return this.#answerers;
  }

  get isReady(): boolean {
    return this.callers.status === 'ready' && this.subscriber.status === 'ready';
  }

  /** Why Redis is away, as far as that is known; undefined while it is there. */
  get error(): Error | undefined {
    return this.#ofCallers.error ?? this.#ofSubscriber.error;
  }

  /** @throws `QUEUE.UNAVAILABLE` while Redis is away */
  expectReady(): void {
    if (!this.isReady) throw unavailable(this.error);
  }

  /** Asks over the connection of callers. @throws `QUEUE.UNAVAILABLE`, with the reason why Redis is away */
  async ask<T>(command: () => Promise<T>): Promise<T> {
    if (this.callers.status !== 'ready') throw unavailable(this.#ofCallers.error);
    return orUnavailable(command());
  }

  /** The subscriber writes nothing, so that a replica refuses nothing of it. */
  #followMaster(error: Error): void {
    this.#ofCallers.note(error);
    if (this.subscriber.status === 'ready') this.subscriber.disconnect(true);
    const now = performance.now();
    if (now - this.#demotedToldAt < DEMOTED_TOLD_MS) return;
    this.#demotedToldAt = now;
    this.#log('Redis takes no writes; connections are made anew', { reason: unavailable(error).message });
  }

  close(): void {
    this.#disconnect();
  }

  #disconnect(): void {
    clearInterval(this.#pings);
    for (const client of [this.callers, this.subscriber, this.#workers, this.#answerers]) client?.disconnect();
  }
}

function settings<Own extends object>(own: Own) {
  return {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENT_MS,
    maxLoadingRetryTime: LOADING_RETRY_MS,
    ...reconnecting({ asksAgain: true }),
    ...own,
  };
}

/** Reconnecting is the answer to every connection error; callers' connection tells of it. */
function quiet(client: Redis): Redis {
  return client.on('error', () => undefined);
}

function connected(client: Redis): Redis {
  quiet(client)
    .connect()
    .catch(() => undefined); // it goes on trying
  return client;
}
