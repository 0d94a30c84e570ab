import type { AnyQueue, JobQuery, JobSummary, QueueCounts, QueueInput, QueueResult } from '@tributary/contracts';
import type { Deadline, ErrorRecord, TributaryError } from '@tributary/kernel';
import type { Outage } from '../attempts/outages.js';
import type { JobHandler } from '../jobs/job.js';
import type { Workload } from './workload.js';

export interface AddOptions {
  /** 0 is taken first; default 10. */
  readonly priority?: number;
  /** Not to be run before; queues of one machine put nothing off for more than an hour. */
  readonly delayMs?: number;
}

export const DEFAULT_PRIORITY = 10;

export interface AddedJob {
  /** `<queue>.<number or name>`: what `jobs`, `redrive` and `cancel` take. */
  readonly id: string;
  /** True when a waiting job of the same dedup key, not started yet, stands for this one. */
  readonly deduplicated: boolean;
}

export interface RequestOptions {
  readonly deadline: Deadline;
  readonly signal?: AbortSignal;
}

export interface ConsumeOptions {
  /** Jobs run at the same time in this process. */
  readonly concurrency: number;
  /** Takes no jobs while more than this many may run in the queue that these jobs fill; what was put off there does not count. */
  readonly holdWhile?: { readonly queue: AnyQueue; readonly waitingOver: number };
  /** Takes no more jobs than this has room for, but for a few that were on their way. */
  readonly workload?: Workload;
  /** Told of each job that dies before its handler has it: its payload is not what the queue declares, or, in Redis, it lost too many runs. */
  readonly onUnhandled?: (error: ErrorRecord, job: UnhandledJob) => void;
}

export interface UnhandledJob {
  readonly id: string;
  readonly attempt: number;
  /** The payload as it came, where it is JSON. */
  readonly data: unknown;
}

export interface Consumer {
  /** Takes no new jobs, lets running ones end within the grace time, then aborts their signals and gives them back. */
  stop(graceMs: number): Promise<void>;
}

/** How safe a stored job is against a crash of the machine: on disk when acknowledged, within a second, not at all. */
export type QueueDurability = 'fsync' | 'everysec' | 'none' | 'unknown';

/** Whether a server that runs out of memory may throw away what waits. */
export type QueueEviction = 'never' | 'possible' | 'unknown';

/** Typed queues. Payloads are parsed when added and when taken off; one that does not parse when taken off is dead at once.
 *  Delivery is at least once; a handler’s retryable error is tried again as the queue’s policy says, a permanent one is dead at once. */
export interface Queues {
  /** Resolves when the job is stored.
   *  @throws `QUEUE.PAYLOAD_INVALID`, `QUEUE.PAYLOAD_TOO_LARGE` (over 1 MB), `QUEUE.UNAVAILABLE`, `QUEUE.BACKPRESSURE` (too much waits; with `retryAfterMs`) */
  add<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options?: AddOptions): Promise<AddedJob>;
  /** Adds all or, where one payload is refused or too much waits already, none; answers in the order given. */
  addMany<Q extends AnyQueue>(queue: Q, data: readonly QueueInput<Q>[], options?: AddOptions): Promise<readonly AddedJob[]>;
  /** Asks and waits for the one answer. A late reply is dropped; an abort reaches the handler.
   *  @throws what the handler threw; `REQUEST.TIMEOUT`; `REQUEST.NO_ANSWERER` when no live process handles the queue;
   *  `<QUEUE>.OVERLOADED` (`SEARCH.OVERLOADED`) at once while too many requests wait; the reason of `signal` */
  request<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options: RequestOptions): Promise<QueueResult<Q>>;
  consume<Q extends AnyQueue>(queue: Q, handler: JobHandler<Q>, options: ConsumeOptions): Promise<Consumer>;
  /** True when some live process consumes the queue. */
  isConsumed(queue: AnyQueue): Promise<boolean>;

  counts(queue: AnyQueue): Promise<QueueCounts>;
  /** What one more job of the queue would be refused with now, `QUEUE.BACKPRESSURE`, but that of jobs put off only the payloads count; undefined while there is room.
   *  @throws `QUEUE.UNAVAILABLE` */
  overflow(queue: AnyQueue): Promise<TributaryError | undefined>;
  /** What runs of the queue met within two minutes that was away or failed, by the `outageKey` of their jobs. @throws `QUEUE.UNAVAILABLE` */
  outages(queue: AnyQueue): Promise<ReadonlyMap<string, Outage>>;
  /** Newest first. */
  list(query: JobQuery): Promise<readonly JobSummary[]>;
  /** @throws `QUEUE.UNAVAILABLE`, also while jobs stand still because nothing about them can be written */
  get(id: string): Promise<JobSummary | undefined>;
  /** A waiting job never starts, a running one’s signal aborts within 500 ms, and it does not run again; a dead one is put away, so that it counts as cancelled; another finished one stays as it is. @throws `JOB.NOT_FOUND` */
  cancel(id: string): Promise<void>;
  /** Gives a dead or cancelled job a new set of attempts; it counts as created, and waiting, since then. @throws `JOB.NOT_FOUND`, `JOB.NOT_DEAD` */
  redrive(id: string): Promise<void>;
  /** Why jobs stand still, where nothing about them can be written; otherwise undefined. */
  refusal(): Promise<TributaryError | undefined>;
  /** What the store promises for an acknowledged job. @throws `QUEUE.UNAVAILABLE` where it does not answer or takes no writes, so that this asks whether it is there, too */
  durability(): Promise<QueueDurability>;
  /** @throws `QUEUE.UNAVAILABLE` */
  eviction(): Promise<QueueEviction>;
  /** Ends consumers and connections. */
  close(graceMs?: number): Promise<void>;
}
