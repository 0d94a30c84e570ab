import type { AnyQueue, JobQuery, JobSummary, QueueCounts, QueueInput, QueueResult, RetryPolicy } from '@tributary/contracts';
import { TributaryError, hasCode, isAbort, type ErrorRecord } from '@tributary/kernel';
import { failureOf, isSkipped, isWorthTelling } from '@tributary/messaging-port';
import type {
  AddOptions,
  AddedJob,
  ConsumeOptions,
  Consumer,
  Job,
  JobHandler,
  Outage,
  QueueDurability,
  QueueEviction,
  Queues,
  RequestOptions,
  UnhandledJob,
} from '@tributary/messaging-port';
import type { Observing } from './observing.js';

/** What the answer of a job says beyond how it ended. */
export type ResultObserver = (queue: AnyQueue, data: unknown, result: unknown) => void;

/** Queues whose jobs are counted and timed, and whose payloads carry the trace of the call that caused them. */
export class ObservedQueues implements Queues {
  readonly #queues: Queues;
  readonly #observing: Observing;
  readonly #observeResult: ResultObserver;

  constructor(queues: Queues, observing: Observing, observeResult: ResultObserver) {
    this.#queues = queues;
    this.#observing = observing;
    this.#observeResult = observeResult;
  }

  async add<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options?: AddOptions): Promise<AddedJob> {
    return this.#adding(queue, 1, () => this.#queues.add(queue, this.#traced(data), options));
  }

  async addMany<Q extends AnyQueue>(queue: Q, data: readonly QueueInput<Q>[], options?: AddOptions): Promise<readonly AddedJob[]> {
    return this.#adding(queue, data.length, () =>
      this.#queues.addMany(
        queue,
        data.map((one) => this.#traced(one)),
        options,
      ),
    );
  }

  async request<Q extends AnyQueue>(queue: Q, data: QueueInput<Q>, options: RequestOptions): Promise<QueueResult<Q>> {
    const { metrics } = this.#observing;
    const span = { name: `${queue.name} request`, kind: 'client', attributes: onQueue(queue) } as const;
    const ask = () => this.#queues.request(queue, this.#traced(data), options);
    try {
      return await this.#observing.step(span, ask, (outcome, seconds) => {
        metrics.requestSeconds.observe({ queue: queue.name, outcome }, seconds);
      });
    } catch (error) {
      this.#observing.countError(error);
      throw error;
    }
  }

  consume<Q extends AnyQueue>(queue: Q, handler: JobHandler<Q>, options: ConsumeOptions): Promise<Consumer> {
    const onUnhandled = (error: ErrorRecord, job: UnhandledJob): void => {
      this.#countUnhandled(queue, error, job);
    };
    return this.#queues.consume(queue, (job: Job<Q>) => this.#handle(queue, handler, job), { ...options, onUnhandled });
  }

  isConsumed(queue: AnyQueue): Promise<boolean> {
    return this.#queues.isConsumed(queue);
  }

  counts(queue: AnyQueue): Promise<QueueCounts> {
    return this.#queues.counts(queue);
  }

  overflow(queue: AnyQueue): ReturnType<Queues['overflow']> {
    return this.#queues.overflow(queue);
  }

  outages(queue: AnyQueue): Promise<ReadonlyMap<string, Outage>> {
    return this.#queues.outages(queue);
  }

  list(query: JobQuery): Promise<readonly JobSummary[]> {
    return this.#queues.list(query);
  }

  get(id: string): Promise<JobSummary | undefined> {
    return this.#queues.get(id);
  }

  cancel(id: string): Promise<void> {
    return this.#queues.cancel(id);
  }

  redrive(id: string): Promise<void> {
    return this.#queues.redrive(id);
  }

  refusal(): ReturnType<Queues['refusal']> {
    return this.#queues.refusal();
  }

  durability(): Promise<QueueDurability> {
    return this.#queues.durability();
  }

  eviction(): Promise<QueueEviction> {
    return this.#queues.eviction();
  }

  close(graceMs?: number): Promise<void> {
    return this.#queues.close(graceMs);
  }

  /** Bulk work would fill a trace with a span for every thousand documents: what is added is a step only inside a call that is followed anyway. */
  #adding<T>(queue: AnyQueue, count: number, add: () => Promise<T>): Promise<T> {
    const attributes = { ...onQueue(queue), 'messaging.batch.message_count': count };
    return this.#observing.step({ name: `${queue.name} publish`, kind: 'producer', attributes }, add, (outcome) => {
      if (outcome === 'ok') this.#observing.metrics.jobsAdded.inc({ queue: queue.name }, count);
    });
  }

  #handle<Q extends AnyQueue>(queue: Q, handler: JobHandler<Q>, job: Job<Q>): ReturnType<JobHandler<Q>> {
    const { metrics, logger } = this.#observing;
    const labels = { queue: queue.name };
    const startedAt = performance.now();
    const ended = (outcome: string) => {
      const ms = performance.now() - startedAt;
      metrics.jobSeconds.observe({ ...labels, outcome }, ms / 1000);
      logger.debug('job ended', { queue: queue.name, job: job.id, outcome, ms: Math.round(ms) });
    };
    metrics.jobsActive.inc(labels);
    return this.#observing.tracing.span(spanOf(queue, job), async () => {
      try {
        const result = await handler(job);
        ended(isSkipped(result) ? 'skipped' : 'done');
        this.#observeResult(queue, job.data, result);
        return result;
      } catch (error) {
        ended(isAbort(error) ? 'cancelled' : 'failed');
        if (queue.kind === 'work') {
          this.#observing.countError(error);
          tell(job, queue.retry, failureOf(error, job.signal));
        }
        throw error;
      } finally {
        metrics.jobsActive.dec(labels);
      }
    });
  }

  #countUnhandled(queue: AnyQueue, error: ErrorRecord, job: UnhandledJob): void {
    const { metrics, tracing, logger } = this.#observing;
    tracing.span(spanOf(queue, job), () => {
      metrics.jobSeconds.observe({ queue: queue.name, outcome: 'failed' }, 0);
      this.#observing.countError(new TributaryError(error));
      logger.warn('run failed', { queue: queue.name, job: job.id, attempt: job.attempt, code: error.code });
    });
  }

  #traced<Input>(data: Input): Input {
    const trace = this.#observing.tracing.traceparent();
    return trace === undefined ? data : { trace, ...data };
  }
}

/** Within the call that caused the job, so that its line in the log has that call's ids. */
function tell({ signal, attempt, log }: Job<AnyQueue>, policy: RetryPolicy, error: ErrorRecord): void {
  // A job that is cancelled or given back has not failed.
  if (error.category === 'cancelled' || hasCode(signal.reason, 'JOB.INTERRUPTED')) return;
  if (isWorthTelling(error, policy, attempt)) log('run failed', { code: error.code });
}

function spanOf(queue: AnyQueue, { id, data }: { readonly id: string; readonly data: unknown }) {
  return { name: `${queue.name} process`, kind: 'consumer', parent: traceOf(data), attributes: onQueue(queue, id) } as const;
}

function traceOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('trace' in data)) return undefined;
  return typeof data.trace === 'string' ? data.trace : undefined;
}

function onQueue({ name }: AnyQueue, id?: string): Readonly<Record<string, string>> {
  return { 'messaging.system': 'bullmq', 'messaging.destination.name': name, ...(id === undefined ? {} : { 'messaging.message.id': id }) };
}
