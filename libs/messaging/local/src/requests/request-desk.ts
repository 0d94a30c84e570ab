import type { AnyQueue, QueueInput, QueueResult } from '@tributary/contracts';
import { Deadline, fromErrorRecord, permanent } from '@tributary/kernel';
import {
  PendingAnswer,
  RunningJobs,
  encodePayload,
  formatJobId,
  jobInterrupted,
  leftAfterHop,
  noAnswerer,
  overloaded,
  parseResult,
  type AttemptRunner,
  type Consumer,
  type JobLog,
  type RequestOptions,
} from '@tributary/messaging-port';

interface DeskParts {
  readonly queue: AnyQueue;
  readonly runner: AttemptRunner;
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly log: JobLog;
  readonly onStopped: () => void;
}

interface Asked {
  readonly json: string;
  readonly answer: PendingAnswer;
  readonly deadline: Deadline;
}

/** Answers the requests of one queue in this process: so many at once, so many in line, the rest refused. */
export class RequestDesk implements Consumer {
  readonly #parts: DeskParts;
  readonly #running = new RunningJobs();
  readonly #line = new Map<string, Asked>();
  #count = 0;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** @throws as `Queues.request` */
  async answer<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>, options: RequestOptions): Promise<QueueResult<Q>> {
    const { json } = encodePayload(queue, input);
    options.signal?.throwIfAborted();
    if (this.#isFull && this.#line.size >= this.#parts.maxWaiting) throw overloaded(queue);
    const id = formatJobId(queue.name, (this.#count += 1).toString());
    const answer = new PendingAnswer(queue, options, (reason) => {
      this.#line.delete(id);
      this.#running.abort(id, reason);
    });
    this.#line.set(id, { json, answer, deadline: options.deadline });
    this.#callNext();
    return parseResult(queue, await answer.result);
  }

  get #isFull(): boolean {
    return this.#running.size >= this.#parts.concurrency;
  }

  #callNext(): void {
    for (const [id, asked] of this.#line) {
      if (this.#isFull) return;
      this.#line.delete(id);
      const served = this.#running.track(id, (signal) => this.#serve(id, asked, signal));
      void served.then(() => {
        this.#callNext();
      });
    }
  }

  async #serve(id: string, { json, answer, deadline }: Asked, signal: AbortSignal): Promise<void> {
    const { runner, log, queue } = this.#parts;
    const about = { queue: queue.name, job: id, attempt: 1 };
    const outcome = await runner({
      id,
      payload: { json },
      number: 1,
      signal,
      deadline: Deadline.in(leftAfterHop(deadline.remainingMs)),
      log: (message, fields) => {
        log(message, { ...about, ...fields });
      },
      progress: () => undefined,
    });
    if (outcome.kind === 'done') answer.answer(outcome.result);
    else answer.refuse(outcome.kind === 'failed' ? fromErrorRecord(outcome.error) : permanent('REQUEST.SKIPPED', outcome.reason));
  }

  async stop(graceMs: number): Promise<void> {
    this.#parts.onStopped();
    for (const { answer } of this.#line.values()) answer.refuse(noAnswerer(this.#parts.queue));
    this.#line.clear();
    if (await this.#running.drained(graceMs)) return;
    this.#running.abortAll(jobInterrupted());
    await this.#running.drained(graceMs);
  }
}
