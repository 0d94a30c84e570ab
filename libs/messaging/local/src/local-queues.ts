import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AnyQueue, JobQuery, JobSummary, QueueCounts, QueueInput, QueueResult } from '@tributary/contracts';
import { permanent, type TributaryError } from '@tributary/kernel';
import {
  DEFAULT_PRIORITY,
  attemptRunner,
  encodePayload,
  expectKind,
  formatJobId,
  jobNotDead,
  jobNotFound,
  limitsOf,
  noAnswerer,
  parseJobId,
  type AddOptions,
  type AddedJob,
  type ConsumeOptions,
  type Consumer,
  type EncodedPayload,
  type JobHandler,
  type JobLog,
  type Outage,
  type LimitsByQueue,
  type QueueDurability,
  type QueueEviction,
  type Queues,
  type RequestOptions,
} from '@tributary/messaging-port';
import { LocalConsumer } from './consuming/local-consumer.js';
import { MetOutages } from './consuming/met-outages.js';
import { Scheduler } from './consuming/scheduler.js';
import { RequestDesk } from './requests/request-desk.js';
import { Backlogs } from './store/backlogs.js';
import { openDatabase } from './store/database.js';
import { DiskSync } from './store/disk-sync.js';
import { GroupCommit } from './store/group-commit.js';
import { JobStore, dueIn, type NewJob } from './store/job-store.js';
import { LeaseStore } from './store/lease-store.js';
import { Retention } from './store/retention.js';

/** Jobs a transaction takes in at once. */
const ADD_STEP = 250;

/** Where the jobs are kept, what may wait, and where job logs go. */
export type LocalQueuesOptions = ({ readonly file: string } | { readonly memory: true }) & {
  readonly limits?: LimitsByQueue;
  readonly log?: JobLog;
  /** How long a job in which processes died waits for others; five minutes unless said otherwise. */
  readonly suspectPatienceMs?: number;
};

/** Queues of one machine: jobs in an SQLite file, handlers in this process, requests answered by a direct call through the same contract. */
export class LocalQueues implements Queues {
  readonly #database: DatabaseSync;
  readonly #worker = randomUUID();
  readonly #store: JobStore;
  readonly #leases: LeaseStore;
  readonly #retention: Retention;
  readonly #backlogs: Backlogs;
  readonly #scheduler: Scheduler;
  readonly #commit: GroupCommit;
  readonly #sync: DiskSync | undefined;
  readonly #limits: LimitsByQueue;
  readonly #log: JobLog;
  readonly #consumers = new Set<Consumer>();
  readonly #outages = new MetOutages();
  readonly #desks = new Map<string, RequestDesk>();

  private constructor(database: DatabaseSync, options: LocalQueuesOptions) {
    this.#database = database;
    this.#limits = options.limits ?? {};
    this.#log = options.log ?? (() => undefined);
    this.#store = new JobStore(database, options);
    this.#leases = new LeaseStore(database);
    this.#retention = new Retention(database);
    this.#backlogs = new Backlogs(this.#store, this.#limits);
    this.#sync = 'file' in options ? new DiskSync(options.file) : undefined;
    const parts = {
      database,
      worker: this.#worker,
      store: this.#store,
      leases: this.#leases,
      backlogs: this.#backlogs,
      retention: this.#retention,
    };
    this.#scheduler = new Scheduler(parts);
    this.#commit = new GroupCommit(database, {
      atEnd: () => this.#scheduler.takeJobs(),
      onUndone: () => {
        this.#store.forgetPayloads();
      },
    });
  }

  /** Opens or creates the jobs file. @throws `QUEUE.STORE_TOO_NEW`, `QUEUE.STORE_DAMAGED`, `QUEUE.UNAVAILABLE` */
  static open(options: LocalQueuesOptions): LocalQueues {
    return new LocalQueues(openDatabase('file' in options ? options.file : ':memory:'), options);
  }

  async add<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options: AddOptions = {}): Promise<AddedJob> {
    expectKind(queue, 'work');
    const payload = encodePayload(queue, data);
    const [added] = await this.#commit.submit(() => {
      this.#admit(queue, [payload]);
      return this.#insert(queue, [payload], options);
    });
    if (added === undefined) throw permanent('INTERNAL', 'A stored job has no id.', { category: 'internal' });
    return added;
  }

  async addMany<Q extends AnyQueue>(queue: Q, data: readonly QueueInput<Q>[], options: AddOptions = {}): Promise<readonly AddedJob[]> {
    expectKind(queue, 'work');
    const payloads = data.map((one) => encodePayload(queue, one));
    // All at the first step, or none: whoever tries again would add twice what was stored before the refusal.
    const admit = onlyOnce(() => {
      this.#admit(queue, payloads);
    });
    const steps: Promise<readonly AddedJob[]>[] = [];
    for (let from = 0; from < payloads.length; from += ADD_STEP) {
      const store = (): readonly AddedJob[] => {
        admit();
        return this.#insert(queue, payloads.slice(from, from + ADD_STEP), options);
      };
      steps.push(this.#commit.submit(store));
    }
    return (await Promise.all(steps)).flat();
  }

  /** @throws `QUEUE.BACKPRESSURE` */
  #admit(queue: AnyQueue, payloads: readonly Pick<EncodedPayload<AnyQueue>, 'bytes'>[]): void {
    const bytes = payloads.reduce((sum, payload) => sum + payload.bytes, 0);
    this.#backlogs.admit(queue, payloads.length, bytes);
  }

  #insert<Q extends AnyQueue>(queue: Q, payloads: readonly EncodedPayload<Q>[], options: AddOptions): readonly AddedJob[] {
    this.#sync?.noteWrite();
    const isTakenHere = this.#scheduler.consumes(queue.name);
    return payloads.map((payload) => {
      const job = newJob(queue, payload, options);
      const { id, deduplicated } = this.#store.add(isTakenHere ? { ...job, data: payload.data } : job);
      return { id: formatJobId(queue.name, id.toString()), deduplicated };
    });
  }

  async request<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options: RequestOptions): Promise<QueueResult<Q>> {
    expectKind(queue, 'request');
    const desk = this.#desks.get(queue.name);
    if (desk === undefined) throw noAnswerer(queue);
    return desk.answer(queue, data, options);
  }

  async consume<Q extends AnyQueue>(queue: Q, handler: JobHandler<Q>, options: ConsumeOptions): Promise<Consumer> {
    const runner = attemptRunner(queue, handler, options);
    if (queue.kind === 'request') {
      const { maxWaiting } = limitsOf(queue, this.#limits);
      const desk = new RequestDesk({
        queue,
        runner,
        concurrency: options.concurrency,
        maxWaiting,
        log: this.#log,
        onStopped: () => {
          this.#desks.delete(queue.name);
        },
      });
      this.#desks.set(queue.name, desk);
      return desk;
    }
    const consumer = new LocalConsumer({
      queue,
      runner,
      options,
      worker: this.#worker,
      store: this.#store,
      commit: this.#commit,
      retention: this.#retention,
      outages: this.#outages,
      log: this.#log,
      onStopped: (stopped) => {
        this.#consumers.delete(stopped);
        this.#scheduler.detach(stopped);
      },
    });
    this.#consumers.add(consumer);
    this.#scheduler.attach(consumer, this.#commit);
    await this.#commit.submit(() => {
      this.#scheduler.announce();
    });
    return consumer;
  }

  isConsumed(queue: AnyQueue): Promise<boolean> {
    if (queue.kind === 'request') return Promise.resolve(this.#desks.has(queue.name));
    return Promise.resolve(this.#scheduler.consumes(queue.name) || this.#leases.isConsumed(queue.name));
  }

  async counts(queue: AnyQueue): Promise<QueueCounts> {
    await this.#commit.caughtUp();
    return this.#store.counts(queue.name);
  }

  async overflow(queue: AnyQueue): Promise<TributaryError | undefined> {
    await this.#commit.caughtUp();
    return this.#backlogs.overflow(queue);
  }

  outages(queue: AnyQueue): Promise<ReadonlyMap<string, Outage>> {
    return Promise.resolve(this.#outages.of(queue.name));
  }

  async list(query: JobQuery): Promise<readonly JobSummary[]> {
    await this.#commit.caughtUp();
    return this.#store.list(query);
  }

  async get(id: string): Promise<JobSummary | undefined> {
    await this.#commit.caughtUp();
    // Whoever looks how far a job is would wait for it without end.
    if (this.#commit.refusal !== undefined) throw this.#commit.refusal;
    const { queue, own } = parseJobId(id);
    return this.#store.get(queue, Number(own));
  }

  async cancel(id: string): Promise<void> {
    const { queue, own } = parseJobId(id);
    const isKnown = await this.#commit.submit(() => this.#store.cancel(queue, Number(own)));
    if (!isKnown) throw jobNotFound(id);
    this.#scheduler.abort(own);
  }

  async redrive(id: string): Promise<void> {
    const { queue, own } = parseJobId(id);
    const { isRedriven, state } = await this.#commit.submit(() => ({
      isRedriven: this.#store.redrive(queue, Number(own)),
      state: this.#store.get(queue, Number(own))?.state,
    }));
    if (state === undefined) throw jobNotFound(id);
    if (!isRedriven) throw jobNotDead(id, state);
  }

  refusal(): Promise<TributaryError | undefined> {
    return Promise.resolve(this.#commit.refusal);
  }

  durability(): Promise<QueueDurability> {
    return Promise.resolve(this.#sync === undefined ? 'none' : 'everysec');
  }

  eviction(): Promise<QueueEviction> {
    return Promise.resolve('never');
  }

  async close(graceMs = 5000): Promise<void> {
    await Promise.all([...this.#consumers, ...this.#desks.values()].map((consumer) => consumer.stop(graceMs)));
    this.#scheduler.stop();
    if (this.#commit.isClosed) return;
    const left = this.#commit.submit(() => {
      this.#leases.leave(this.#worker);
    });
    await left.catch(() => undefined); // without it the lease lapses
    this.#commit.close();
    await this.#sync?.close();
    this.#database.close();
  }
}

/** Acts at the first call; throws at each what it has thrown at that. */
function onlyOnce(act: () => void): () => void {
  let outcome: { readonly thrown?: unknown } | undefined;
  return () => {
    if (outcome === undefined) {
      try {
        act();
        outcome = {};
      } catch (error) {
        outcome = { thrown: error };
      }
    }
    if ('thrown' in outcome) throw outcome.thrown;
  };
}

function newJob<Q extends AnyQueue>(queue: Q, { json, bytes, data }: EncodedPayload<Q>, options: AddOptions): NewJob {
  return {
    queue: queue.name,
    json,
    bytes,
    priority: options.priority ?? DEFAULT_PRIORITY,
    label: queue.label?.(data),
    dedup: queue.dedupKey?.(data),
    exclusive: queue.exclusiveKey?.(data),
    dueAt: options.delayMs === undefined || options.delayMs <= 0 ? undefined : dueIn(options.delayMs),
  };
}
