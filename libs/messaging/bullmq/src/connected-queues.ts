import { randomUUID } from 'node:crypto';
import type { AnyQueue, JobQuery, JobSummary, QueueCounts, QueueInput, QueueResult } from '@tributary/contracts';
import type { TributaryError } from '@tributary/kernel';
import {
  attemptRunner,
  expectKind,
  jobNotDead,
  jobNotFound,
  parseJobId,
  type AddOptions,
  type AddedJob,
  type ConsumeOptions,
  type Consumer,
  type JobHandler,
  type Outage,
  type QueueDurability,
  type QueueEviction,
  type Queues,
  type RequestOptions,
} from '@tributary/messaging-port';
import { Backlogs } from './adding/backlogs.js';
import { Producer } from './adding/producer.js';
import { connectPatiently } from './connection/connect-patiently.js';
import { expectWrites, readDurability, readEviction } from './connection/durability.js';
import { cancelChannel, queueKey } from './connection/keys.js';
import { QueueRegistry } from './connection/queue-registry.js';
import type { RedisClients } from './connection/redis-clients.js';
import { Subscriptions } from './connection/subscriptions.js';
import { orUnavailable } from './connection/unavailable.js';
import { BullmqConsumer } from './consuming/bullmq-consumer.js';
import { Cancels } from './consuming/cancels.js';
import { ExclusiveKeys } from './consuming/exclusive-keys.js';
import { MetOutages } from './consuming/met-outages.js';
import { Presence } from './consuming/presence.js';
import { DEFAULT_PREFIX, type BullmqOptions } from './options.js';
import { RequestAnswerer } from './requests/request-answerer.js';
import { RequestCaller } from './requests/request-caller.js';
import { cancelJob } from './scripts/scripts.js';
import { JobViews, byAge } from './viewing/job-views.js';
import { CANCELLED } from './viewing/outcomes.js';

/** What the script that cancels a job answers. */
const UNKNOWN = 0;
const RUNNING = 2;

/** Queues on a Redis that has answered. */
export class ConnectedQueues implements Queues {
  readonly #clients: RedisClients;
  readonly #prefix: string;
  readonly #options: BullmqOptions;
  readonly #subscriptions: Subscriptions;
  readonly #queues: QueueRegistry;
  readonly #backlogs: Backlogs;
  readonly #producer: Producer;
  readonly #presence: Presence;
  readonly #cancels: Cancels;
  readonly #exclusiveKeys: ExclusiveKeys;
  readonly #outages: MetOutages;
  readonly #caller: RequestCaller;
  readonly #views: JobViews;
  readonly #consumers = new Set<Consumer>();

  private constructor(clients: RedisClients, options: BullmqOptions) {
    const { prefix = DEFAULT_PREFIX, limits = {} } = options;
    const subscriptions = new Subscriptions(clients);
    this.#subscriptions = subscriptions;
    this.#clients = clients;
    this.#prefix = prefix;
    this.#options = options;
    this.#queues = new QueueRegistry(clients, prefix);
    this.#backlogs = new Backlogs(clients.callers, prefix, options);
    this.#producer = new Producer({ prefix, clients, queues: this.#queues, backlogs: this.#backlogs });
    this.#presence = new Presence(clients.callers, prefix, randomUUID());
    this.#cancels = new Cancels(subscriptions, cancelChannel(prefix));
    this.#exclusiveKeys = new ExclusiveKeys(clients.callers);
    this.#outages = new MetOutages(clients.callers, prefix);
    this.#views = new JobViews(clients.callers, prefix);
    this.#caller = new RequestCaller({
      prefix,
      clients,
      queues: this.#queues,
      subscriptions,
      presence: this.#presence,
      limits,
    });
  }

  static async connect(options: BullmqOptions): Promise<ConnectedQueues> {
    return new ConnectedQueues(await connectPatiently(options), options);
  }

  async add<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options: AddOptions = {}): Promise<AddedJob> {
    expectKind(queue, 'work');
    return this.#producer.add(queue, data, options);
  }

  async addMany<Q extends AnyQueue>(queue: Q, data: readonly QueueInput<Q>[], options: AddOptions = {}): Promise<readonly AddedJob[]> {
    expectKind(queue, 'work');
    return this.#producer.addMany(queue, data, options);
  }

  async request<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options: RequestOptions): Promise<QueueResult<Q>> {
    expectKind(queue, 'request');
    return this.#caller.ask(queue, data, options);
  }

  async consume<Q extends AnyQueue>(queue: Q, handler: JobHandler<Q>, options: ConsumeOptions): Promise<Consumer> {
    await this.#queues.get(queue.name);
    const consumer = this.#consumerFor(queue, handler, options);
    this.#consumers.add(consumer);
    await orUnavailable(consumer.start());
    return consumer;
  }

  #consumerFor<Q extends AnyQueue>(queue: Q, handler: JobHandler<Q>, options: ConsumeOptions): BullmqConsumer | RequestAnswerer {
    const parts = {
      queue,
      runner: attemptRunner(queue, handler, options),
      prefix: this.#prefix,
      clients: this.#clients,
      cancels: this.#cancels,
      presence: this.#presence,
      log: this.#options.log ?? (() => undefined),
      onStopped: (stopped: Consumer) => this.#consumers.delete(stopped),
    };
    if (queue.kind === 'request')
      return new RequestAnswerer({ ...parts, concurrency: options.concurrency, subscriptions: this.#subscriptions });
    return new BullmqConsumer({
      ...parts,
      options,
      producer: this.#producer,
      backlogs: this.#backlogs,
      exclusiveKeys: this.#exclusiveKeys,
      outages: this.#outages,
    });
  }

  async isConsumed(queue: AnyQueue): Promise<boolean> {
    return (await this.#clients.ask(() => this.#presence.consumers(queue.name))) > 0;
  }

  async counts(queue: AnyQueue): Promise<QueueCounts> {
    return this.#clients.ask(() => this.#backlogs.counts(queue));
  }

  overflow(queue: AnyQueue): Promise<TributaryError | undefined> {
    return this.#clients.ask(() => this.#backlogs.overflow(queue));
  }

  async outages(queue: AnyQueue): Promise<ReadonlyMap<string, Outage>> {
    return this.#clients.ask(() => this.#outages.of(queue));
  }

  async list({ queue, state, limit }: JobQuery): Promise<readonly JobSummary[]> {
    const names = queue === undefined ? await this.#queues.names() : [queue];
    const found = await this.#clients.ask(() => Promise.all(names.map((name) => this.#views.list(name, { state, limit }))));
    return found.flat().sort(byAge).slice(0, limit);
  }

  async get(id: string): Promise<JobSummary | undefined> {
    const { queue, own } = parseJobId(id);
    return this.#clients.ask(() => this.#views.get(queue, own));
  }

  async cancel(id: string): Promise<void> {
    const { queue, own } = parseJobId(id);
    const base = queueKey(this.#prefix, queue, '');
    const answer = await this.#clients.ask(() =>
      cancelJob.run(this.#clients.callers, [base], [own, Date.now(), JSON.stringify(CANCELLED)]),
    );
    if (answer === UNKNOWN) throw jobNotFound(id);
    if (answer === RUNNING) await orUnavailable(this.#clients.callers.publish(cancelChannel(this.#prefix), id));
  }

  async redrive(id: string): Promise<void> {
    const { queue, own } = parseJobId(id);
    const known = await this.get(id);
    if (known === undefined) throw jobNotFound(id);
    if (known.state !== 'dead' && known.state !== 'cancelled') throw jobNotDead(id, known.state);
    const job = await orUnavailable((await this.#queues.get(queue)).getJob(own));
    const key = queueKey(this.#prefix, queue, own);
    // A dead one was cancelled, perhaps, in its last run; BullMQ itself takes the return value of the others off.
    await orUnavailable(this.#clients.callers.hdel(key, 'stc', ...(known.state === 'dead' ? ['returnvalue'] : [])));
    // BullMQ keeps the moment it was made, since which it would count as waiting.
    await orUnavailable(this.#clients.callers.hset(key, 'timestamp', Date.now()));
    await orUnavailable(Promise.resolve(job?.retry(known.state === 'dead' ? 'failed' : 'completed', { resetAttemptsMade: true })));
  }

  refusal(): Promise<undefined> {
    return Promise.resolve(undefined); // whatever Redis refuses it tells each caller
  }

  async durability(): Promise<QueueDurability> {
    await this.#clients.ask(() => expectWrites(this.#clients.callers, this.#prefix));
    return this.#clients.ask(() => readDurability(this.#clients.callers));
  }

  eviction(): Promise<QueueEviction> {
    return this.#clients.ask(() => readEviction(this.#clients.callers));
  }

  async close(graceMs = 5000): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop(graceMs)));
    this.#presence.stop();
    this.#exclusiveKeys.stop();
    this.#caller.stop();
    await this.#queues.close();
    this.#clients.close();
  }
}
