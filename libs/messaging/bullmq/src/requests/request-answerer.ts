import type { AnyQueue } from '@tributary/contracts';
import {
  RunningJobs,
  formatJobId,
  jobCancelled,
  jobInterrupted,
  requestTimedOut,
  type AttemptRunner,
  type Consumer,
  type JobLog,
  type Outcome,
} from '@tributary/messaging-port';
import { WaitingError, type Job, type Worker } from 'bullmq';
import { replyChannel } from '../connection/keys.js';
import type { RedisClients } from '../connection/redis-clients.js';
import type { Cancels } from '../consuming/cancels.js';
import type { Presence } from '../consuming/presence.js';
import { endWorker, startWorker } from '../consuming/worker.js';
import { writeReply } from './reply.js';
import { readRequestJob } from './request-job.js';

const LETTING_GO_MS = 500;
/** Two machines' clocks may differ by this before a request counts as older than its deadline. */
const CLOCK_DIFFERENCE_MS = 5000;

interface AnswererParts {
  readonly queue: AnyQueue;
  readonly runner: AttemptRunner;
  readonly concurrency: number;
  readonly prefix: string;
  readonly clients: RedisClients;
  readonly cancels: Cancels;
  readonly presence: Presence;
  readonly log: JobLog;
  readonly onStopped: (consumer: RequestAnswerer) => void;
}

/** Answers the requests of one queue in this process. */
export class RequestAnswerer implements Consumer {
  readonly #parts: AnswererParts;
  readonly #running = new RunningJobs();
  #worker: Worker<unknown> | undefined;
  #stopListening: () => void = () => undefined;
  #isStopping = false;

  constructor(parts: AnswererParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { queue, prefix, clients, concurrency, cancels, presence } = this.#parts;
    this.#stopListening = await cancels.listen((id) => {
      if (id.startsWith(`${queue.name}.`)) this.#running.abort(id.slice(queue.name.length + 1), jobCancelled());
    });
    this.#worker = await startWorker({
      queue,
      prefix,
      connection: clients.workers,
      concurrency,
      process: (job, token) => this.#process(job, token),
      onLocksLost: (ids) => {
        for (const id of ids) this.#running.abort(id, jobInterrupted());
      },
    });
    await presence.enter(queue.name);
  }

  async #process(job: Job<unknown>, token: string): Promise<null> {
    const own = job.id ?? '';
    const { caller, question, remainingMs } = readRequestJob(own, job.name);
    if (this.#isStopping) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const isOver = job.timestamp + remainingMs + CLOCK_DIFFERENCE_MS < Date.now();
    if (isOver || this.#parts.cancels.wasHeard(formatJobId(this.#parts.queue.name, own))) return null;
    const timer = setTimeout(() => this.#running.abort(own, requestTimedOut(this.#parts.queue)), remainingMs);
    const outcome = await this.#running.track(own, (signal) => this.#attempt(job, own, signal));
    clearTimeout(timer);
    // The answer goes out before BullMQ hears that the job is done: the caller does not wait for that, nor for the disk.
    await this.#reply(caller, question, outcome);
    return null;
  }

  #attempt(job: Job<unknown>, own: string, signal: AbortSignal): Promise<Outcome> {
    const { queue, runner, log } = this.#parts;
    const id = formatJobId(queue.name, own);
    const about = { queue: queue.name, job: id, attempt: job.attemptsStarted };
    return runner({
      id,
      payload: { value: job.data },
      number: job.attemptsStarted,
      signal,
      log: (message, fields) => {
        log(message, { ...about, ...fields });
      },
      progress: () => undefined,
    });
  }

  async #reply(caller: string, question: number, outcome: Outcome): Promise<void> {
    const { clients, prefix } = this.#parts;
    const skip = { code: 'REQUEST.SKIPPED', category: 'invalid', retryable: false } as const;
    const answer =
      outcome.kind === 'done'
        ? { question, result: outcome.result }
        : { question, error: outcome.kind === 'failed' ? outcome.error : { ...skip, message: outcome.reason } };
    await clients.callers.publish(replyChannel(prefix, caller), writeReply(answer)).catch(() => undefined); // the caller's deadline stands in for it
  }

  async stop(graceMs: number): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { queue, presence, onStopped } = this.#parts;
    await this.#worker?.pause(true);
    await presence.leave(queue.name);
    if (!(await this.#running.drained(graceMs))) {
      this.#running.abortAll(jobInterrupted());
      await this.#running.drained(LETTING_GO_MS);
    }
    if (this.#worker !== undefined) await endWorker(this.#worker, { force: this.#running.size > 0 });
    this.#stopListening();
    onStopped(this);
  }
}
