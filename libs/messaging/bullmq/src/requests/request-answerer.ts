import type { AnyQueue } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { formatJobId, requestTimedOut, type AttemptRunner, type Consumer, type JobLog, type Outcome } from '@tributary/messaging-port';
import { WaitingError, type Job } from 'bullmq';
import { replyChannel } from '../connection/keys.js';
import { ServerClock } from '../connection/server-clock.js';
import type { RedisClients } from '../connection/redis-clients.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import type { Cancels } from '../consuming/cancels.js';
import { Consumption } from '../consuming/consumption.js';
import type { Presence } from '../consuming/presence.js';
import { startWorker } from '../consuming/worker.js';
import { writeReply } from './reply.js';
import { requestBackend } from './request-backend.js';
import { readRequestJob } from './request-job.js';
import { Resting } from './resting.js';

interface AnswererParts {
  readonly queue: AnyQueue;
  readonly runner: AttemptRunner;
  readonly concurrency: number;
  readonly prefix: string;
  readonly clients: RedisClients;
  readonly subscriptions: Subscriptions;
  readonly cancels: Cancels;
  readonly presence: Presence;
  readonly log: JobLog;
  readonly onStopped: (consumer: RequestAnswerer) => void;
}

/** Answers the requests of one queue in this process. */
export class RequestAnswerer implements Consumer {
  readonly #parts: AnswererParts;
  readonly #consumption: Consumption;
  readonly #clock: ServerClock;

  constructor(parts: AnswererParts) {
    this.#parts = parts;
    this.#consumption = new Consumption(parts);
    this.#clock = new ServerClock(parts.clients.callers);
  }

  async start(): Promise<void> {
    const { queue, prefix, clients, concurrency, subscriptions } = this.#parts;
    const resting = new Resting({ queue: queue.name, prefix, redis: clients.answerers, subscriptions });
    await Promise.all([resting.prepare(), this.#clock.measure()]);
    await this.#consumption.start(() =>
      startWorker({
        queue,
        prefix,
        connection: clients.answerers,
        concurrency,
        process: (job, token) => this.#process(job, token),
        backend: requestBackend(resting),
      }),
    );
  }

  /** @throws what tells BullMQ that the request waits again */
  async #process(job: Job<unknown>, token: string): Promise<null> {
    const own = job.id ?? '';
    const { caller, question, remainingMs } = readRequestJob(own, job.name);
    if (this.#consumption.isStopping) return giveBack(job, token);
    const deadline = Deadline.in(remainingMs - Math.max(0, this.#clock.now() - job.timestamp));
    if (deadline.hasPassed || this.#parts.cancels.wasHeard(formatJobId(this.#parts.queue.name, own))) return null;
    const timer = setTimeout(() => this.#consumption.running.abort(own, requestTimedOut(this.#parts.queue)), deadline.remainingMs);
    const outcome = await this.#consumption.running.track(own, (signal) => this.#attempt(job, deadline, signal));
    clearTimeout(timer);
    // Its process ends before the answer is there; another one may have it in time.
    if (outcome.kind === 'failed' && outcome.error.code === 'JOB.INTERRUPTED') return giveBack(job, token);
    // The answer goes out before BullMQ hears that the job is done: the caller does not wait for that, nor for the disk.
    await this.#reply(caller, question, outcome);
    return null;
  }

  #attempt(job: Job<unknown>, deadline: Deadline, signal: AbortSignal): Promise<Outcome> {
    const { queue, runner, log } = this.#parts;
    const id = formatJobId(queue.name, job.id ?? '');
    const about = { queue: queue.name, job: id, attempt: job.attemptsStarted };
    return runner({
      id,
      payload: { value: job.data },
      number: job.attemptsStarted,
      signal,
      deadline,
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
    await this.#consumption.stop(graceMs);
    this.#parts.onStopped(this);
  }
}

async function giveBack(job: Job<unknown>, token: string): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
