import type { AnyQueue } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { formatJobId, requestTimedOut, type AttemptRunner, type Consumer, type JobLog, type Outcome } from '@tributary/messaging-port';
import { replyChannel } from '../connection/keys.js';
import { ServerClock } from '../connection/server-clock.js';
import type { RedisClients } from '../connection/redis-clients.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import type { Cancels } from '../consuming/cancels.js';
import { Consumption } from '../consuming/consumption.js';
import type { Presence } from '../consuming/presence.js';
import { settlesSoon } from '../consuming/worker.js';
import type { TakenRequest } from '../scripts/requests.js';
import { writeReply } from './reply.js';
import { readRequestJob } from './request-job.js';
import { RequestLine } from './request-line.js';

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

interface Question {
  readonly request: TakenRequest;
  /** Where its answer is heard. */
  readonly channel: string;
  /** Which of the caller’s questions it is. */
  readonly question: number;
  readonly deadline: Deadline;
}

/** Answers the requests of one queue in this process. */
export class RequestAnswerer implements Consumer {
  readonly #parts: AnswererParts;
  readonly #consumption: Consumption;
  readonly #clock: ServerClock;
  readonly #line: RequestLine;

  constructor(parts: AnswererParts) {
    this.#parts = parts;
    this.#consumption = new Consumption(parts);
    this.#clock = new ServerClock(parts.clients.callers);
    this.#line = new RequestLine({
      queue: parts.queue.name,
      prefix: parts.prefix,
      redis: parts.clients.answerers,
      subscriptions: parts.subscriptions,
      concurrency: parts.concurrency,
      onTaken: (request) => {
        this.#take(request);
      },
    });
  }

  async start(): Promise<void> {
    await this.#clock.measure();
    await this.#consumption.start(async () => {
      await this.#line.open();
      return {
        pause: () => {
          this.#line.close();
        },
        end: async () => {
          await settlesSoon(this.#line.leave());
        },
      };
    });
  }

  #take(request: TakenRequest): void {
    const { queue, prefix, cancels } = this.#parts;
    const { id } = request;
    if (this.#consumption.isStopping) {
      this.#line.giveBack(id);
      return;
    }
    const { caller, question, remainingMs } = readRequestJob(id, request.name);
    const deadline = Deadline.in(remainingMs - Math.max(0, this.#clock.now() - request.addedAt));
    if (deadline.hasPassed || cancels.wasHeard(formatJobId(queue.name, id))) {
      this.#line.end({ id, channel: '', answer: '' });
      return;
    }
    void this.#answer({ request, question, deadline, channel: replyChannel(prefix, caller) });
  }

  async #answer(asked: Question): Promise<void> {
    const { request, channel, question, deadline } = asked;
    const { running } = this.#consumption;
    const timer = setTimeout(() => running.abort(request.id, requestTimedOut(this.#parts.queue)), deadline.remainingMs);
    const outcome = await running.track(request.id, (signal) => this.#attempt(asked, signal));
    clearTimeout(timer);
    // Its process ends before the answer is there; another one may have it in time.
    if (outcome.kind === 'failed' && outcome.error.code === 'JOB.INTERRUPTED') this.#line.giveBack(request.id);
    else this.#line.end({ id: request.id, channel, answer: answerTo(question, outcome) });
  }

  #attempt({ request, deadline }: Question, signal: AbortSignal): Promise<Outcome> {
    const { queue, runner, log } = this.#parts;
    const id = formatJobId(queue.name, request.id);
    const about = { queue: queue.name, job: id, attempt: request.number };
    return runner({
      id,
      payload: { json: request.json },
      number: request.number,
      signal,
      deadline,
      log: (message, fields) => {
        log(message, { ...about, ...fields });
      },
      progress: () => undefined,
    });
  }

  async stop(graceMs: number): Promise<void> {
    await this.#consumption.stop(graceMs);
    this.#parts.onStopped(this);
  }
}

function answerTo(question: number, outcome: Outcome): string {
  if (outcome.kind === 'done') return writeReply({ question, result: outcome.result });
  const skip = { code: 'REQUEST.SKIPPED', category: 'invalid', retryable: false } as const;
  return writeReply({ question, error: outcome.kind === 'failed' ? outcome.error : { ...skip, message: outcome.reason } });
}
