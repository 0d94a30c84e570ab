import type { AnyQueue } from '@tributary/contracts';
import { hasCode, toErrorRecord, type ErrorRecord } from '@tributary/kernel';
import {
  MAX_LOST_RUNS,
  formatJobId,
  isOutlasted,
  jobInterrupted,
  lostTooOften,
  meetsOutage,
  verdictOn,
  type AttemptRunner,
  type ConsumeOptions,
  type Consumer,
  type JobLog,
  type Outcome,
} from '@tributary/messaging-port';
import { UnrecoverableError, type Job, type Worker } from 'bullmq';
import type { Backlogs } from '../adding/backlogs.js';
import { isOurs, shortKey } from '../adding/job-options.js';
import type { Producer } from '../adding/producer.js';
import { queueKey } from '../connection/keys.js';
import type { RedisClients } from '../connection/redis-clients.js';
import { forgiveLostRun } from '../scripts/scripts.js';
import { CANCELLED, asFailedReason, isCancelled, readReturned, type Returned } from '../viewing/outcomes.js';
import { forgetAgedDead } from './aged-dead-letters.js';
import type { Cancels } from './cancels.js';
import { Consumption } from './consumption.js';
import { STAND_BACK_MS, giveBack, standBack, type Ending, type Started } from './endings.js';
import type { ExclusiveKeys } from './exclusive-keys.js';
import { untilRoom } from './hold.js';
import { JobRuns } from './job-runs.js';
import type { MetOutages } from './met-outages.js';
import type { Presence } from './presence.js';
import { ProgressWriter } from './progress-writer.js';
import { RetryLater, endWorker, settlesSoon, startWorker } from './worker.js';

const TAKE_IN_AGAIN_MS = 1000;
/** Runs of a job that processes lost by standing still and that count as no death; a process on a busy machine may lose many. */
const MOST_FORGIVEN = 200;

interface ConsumerParts {
  readonly queue: AnyQueue;
  readonly runner: AttemptRunner;
  readonly options: ConsumeOptions;
  readonly prefix: string;
  readonly clients: RedisClients;
  readonly producer: Producer;
  readonly backlogs: Backlogs;
  readonly cancels: Cancels;
  readonly presence: Presence;
  readonly exclusiveKeys: ExclusiveKeys;
  readonly outages: MetOutages;
  readonly log: JobLog;
  readonly onStopped: (consumer: BullmqConsumer) => void;
}

/** Runs the work jobs of one queue in this process. */
export class BullmqConsumer implements Consumer {
  readonly #parts: ConsumerParts;
  readonly #consumption: Consumption;
  readonly #runs = new JobRuns(() => {
    this.#limitWorker();
  });
  readonly #forgiven = new WeakSet<Started>();
  #worker: Worker<unknown> | undefined;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
    this.#consumption = new Consumption(parts);
  }

  async start(): Promise<void> {
    await this.#consumption.start(async () => {
      const worker = await this.#startWorker();
      this.#worker = worker;
      const { queue, prefix, clients } = this.#parts;
      const stopForgetting = forgetAgedDead({ queue, prefix, redis: clients.callers });
      return {
        pause: () => worker.pause(true),
        end: (options) => {
          stopForgetting();
          return endWorker(worker, options);
        },
      };
    });
  }

  async #startWorker(): Promise<Worker<unknown>> {
    const { queue, prefix, clients, log } = this.#parts;
    const worker = await startWorker({
      queue,
      prefix,
      connection: clients.workers,
      concurrency: this.#mostAtOnce(),
      process: (job, token) => this.#process({ job, token }),
      isAtWork: () => this.#runs.size > 0,
      tokenOf: (id) => this.#runs.latestOf(id)?.token,
      log,
    });
    // Another process may have these jobs by now.
    return worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) {
        this.#forgive(id);
        this.#consumption.running.abort(id, jobInterrupted());
      }
    });
  }

  #limitWorker(): void {
    if (this.#worker !== undefined) this.#worker.concurrency = this.#mostAtOnce();
  }

  #process(started: Started): Promise<Returned> {
    const own = started.job.id ?? '';
    started.job.opts.stackTraceLimit = 0; // a stack of ours would say nothing that its error's code does not
    this.#forgive(own); // where it runs here already, its lock has lapsed
    return this.#runs.enter(own, started, (end) => {
      const ended = this.#parts.options.workload?.begin(started.job.data);
      return this.#consumption.running
        .track(own, async (signal) => end(await this.#run(started, formatJobId(this.#parts.queue.name, own), signal)))
        .finally(() => ended?.());
    });
  }

  /** A worker fetches as many jobs as it may before it begins with the first of them. It cannot be told to take none; where there is no room it keeps to what it has. */
  #mostAtOnce(): number {
    const { concurrency, workload } = this.#parts.options;
    if (workload === undefined) return concurrency;
    return Math.max(1, Math.min(concurrency, this.#runs.size + workload.room));
  }

  async #run(started: Started, id: string, signal: AbortSignal): Promise<Ending> {
    const { job } = started;
    if (this.#consumption.isStopping) return giveBack;
    if (!isOurs(job.opts)) return this.#takeIn(job, id);
    if (job.stalledCounter >= MAX_LOST_RUNS) return this.#dying(lostTooOften(), job, id);
    if (isCancelled(job.returnvalue) || (this.#parts.cancels.wasHeard(id) && (await this.#isCancelledNow(job))))
      return returning(CANCELLED);
    try {
      await untilRoom(this.#parts.options.holdWhile, this.#parts.backlogs, signal);
    } catch {
      return hasCode(signal.reason, 'JOB.CANCELLED') ? returning(CANCELLED) : interrupted(started);
    }
    const exclusive = this.#exclusiveKey(job);
    if (!(await this.#begin(job, exclusive))) return standingBack(STAND_BACK_MS);
    try {
      const outcome = await this.#attempt(job, id, signal);
      return this.#endingOf(outcome, started, signal);
    } finally {
      if (exclusive !== undefined) await this.#parts.exclusiveKeys.release(exclusive);
    }
  }

  /** A cancel that was heard may mean an earlier run, from before a redrive, or a job of the same number that Redis has lost; the job itself says. */
  async #isCancelledNow(job: Job<unknown>): Promise<boolean> {
    const { clients, prefix, queue } = this.#parts;
    const returned = await clients.workers.hget(queueKey(prefix, queue.name, job.id ?? ''), 'returnvalue');
    return returned !== null && readReturned(returned).state === 'cancelled';
  }

  /** A job without its contract’s options comes from an outside producer: it is added again with them, checked and deduplicated. */
  async #takeIn(job: Job<unknown>, id: string): Promise<Ending> {
    const { queue, producer } = this.#parts;
    const { data, opts } = job;
    const { priority = 0 } = opts;
    try {
      // Without a priority it goes before all others in BullMQ, which its producer need not have meant.
      await producer.takeIn(queue, data, priority > 0 ? { priority } : {});
    } catch (error) {
      const record = toErrorRecord(error);
      if (record.retryable) return standingBack(TAKE_IN_AGAIN_MS);
      return this.#dying(record, job, id);
    }
    return ({ job: latest }) => {
      latest.opts.removeOnComplete = true;
      return Promise.resolve(null);
    };
  }

  /** A dead letter that no handler has seen. */
  #dying(error: ErrorRecord, { data, attemptsStarted: attempt }: Job<unknown>, id: string): Ending {
    this.#parts.options.onUnhandled?.(error, { id, attempt, data });
    return ({ job }) => {
      // What its producer wants to be removed is a dead letter all the same.
      delete job.opts.removeOnFail;
      return Promise.reject(new UnrecoverableError(asFailedReason(error)));
    };
  }

  /** Once a run, though every renewal fails from now on. */
  #forgive(own: string): void {
    const started = this.#runs.latestOf(own);
    if (started === undefined || this.#forgiven.has(started)) return;
    this.#forgiven.add(started);
    const { clients, prefix, queue } = this.#parts;
    // Redis may be away, too: then the run counts.
    forgiveLostRun.run(clients.workers, [queueKey(prefix, queue.name, own)], [MOST_FORGIVEN]).catch(() => undefined);
  }

  #exclusiveKey(job: Job<unknown>): string | undefined {
    const { queue, prefix } = this.#parts;
    const parsed = queue.exclusiveKey === undefined ? undefined : queue.data.safeParse(job.data);
    if (parsed?.success !== true || queue.exclusiveKey === undefined) return undefined;
    return queueKey(prefix, queue.name, `exclusive:${shortKey(queue.exclusiveKey(parsed.data))}`);
  }

  async #begin(job: Job<unknown>, exclusive: string | undefined): Promise<boolean> {
    if (exclusive === undefined && job.deduplicationId === undefined) return true;
    const { queue, prefix, exclusiveKeys } = this.#parts;
    const own = job.id ?? '';
    const dedup = queueKey(prefix, queue.name, `de:${job.deduplicationId ?? ''}`);
    return exclusiveKeys.begin({ dedup, exclusive }, { id: own, onLost: () => this.#consumption.running.abort(own, jobInterrupted()) });
  }

  async #attempt(job: Job<unknown>, id: string, signal: AbortSignal): Promise<Outcome> {
    const { queue, runner, log } = this.#parts;
    const progress = new ProgressWriter((latest) => job.updateProgress(latest));
    const about = { queue: queue.name, job: id, attempt: job.attemptsStarted };
    const outcome = await runner({
      id,
      payload: { value: job.data },
      number: job.attemptsStarted,
      failures: job.attemptsMade,
      priority: job.priority,
      signal,
      log: (message, fields) => {
        log(message, { ...about, ...fields });
      },
      progress: (latest) => {
        progress.report(latest);
      },
    });
    await progress.settled();
    return outcome;
  }

  #endingOf(outcome: Outcome, started: Started, signal: AbortSignal): Ending {
    if (outcome.kind === 'done') return returning(null);
    if (outcome.kind === 'skipped') return returning({ skipped: outcome.reason });
    if (hasCode(signal.reason, 'JOB.CANCELLED')) return returning(CANCELLED);
    if (hasCode(signal.reason, 'JOB.INTERRUPTED')) return interrupted(started);
    return (latest) => this.#fail(latest, outcome.error);
  }

  async #fail(started: Started, error: ErrorRecord): Promise<never> {
    const { queue, outages } = this.#parts;
    const { retry } = queue;
    if (meetsOutage(error, retry)) await outages.note(queue, started.job.data, error);
    const { attemptsMade, attemptsStarted: runs } = started.job;
    const verdict = verdictOn({ error, policy: retry, failures: attemptsMade + 1, runs });
    if (verdict.next === 'dead') throw new UnrecoverableError(asFailedReason(error));
    if (isOutlasted(error, retry)) await this.#makeYoung(started);
    if (verdict.next === 'postpone') return standBack(started, verdict.delayMs);
    // BullMQ would end the job at the number its contract gives, which failing engines and model servers may exceed; the verdict alone decides.
    started.job.opts.attempts = Infinity;
    throw new RetryLater(asFailedReason(error), verdict.delayMs);
  }

  /** Its wait counts from now on: what waits for a server that is away does not hold up what comes after it. */
  async #makeYoung({ job }: Started): Promise<void> {
    const { clients, prefix, queue } = this.#parts;
    await clients.workers.hset(queueKey(prefix, queue.name, job.id ?? ''), 'timestamp', Date.now());
  }

  async stop(graceMs: number): Promise<void> {
    await this.#consumption.stop(graceMs, async () => {
      await settlesSoon(Promise.allSettled(this.#runs.latest.map((started) => this.#handOver(started))));
    });
    this.#parts.onStopped(this);
  }

  /** Lets go of a job whose handler does not. */
  async #handOver({ job, token }: Started): Promise<void> {
    if (await this.#isCancelledNow(job)) await job.moveToCompleted(CANCELLED, token, false);
    else await job.moveToWait(token);
  }
}

function returning(returned: Returned): Ending {
  return () => Promise.resolve(returned);
}

function standingBack(delayMs: number): Ending {
  return (started) => standBack(started, delayMs);
}

/** A job that was brought again is not put in line at once: BullMQ lets go of its lock in this process when it has seen the first end. */
function interrupted(first: Started): Ending {
  return (latest) => (latest === first ? giveBack(latest) : standBack(latest, STAND_BACK_MS));
}
