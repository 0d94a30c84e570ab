import { randomBytes } from 'node:crypto';
import type { AnyQueue, QueueInput, QueueResult } from '@tributary/contracts';
import { fromErrorRecord } from '@tributary/kernel';
import {
  PendingAnswer,
  encodePayload,
  formatJobId,
  leftAfterHop,
  limitsOf,
  noAnswerer,
  overloaded,
  parseResult,
  type LimitsByQueue,
  type RequestOptions,
} from '@tributary/messaging-port';
import { cancelChannel, queueKey, replyChannel } from '../connection/keys.js';
import type { QueueRegistry } from '../connection/queue-registry.js';
import type { RedisClients } from '../connection/redis-clients.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import { unavailable } from '../connection/unavailable.js';
import type { Presence } from '../consuming/presence.js';
import { addRequest, withdrawRequest } from '../scripts/requests.js';
import { readReply } from './reply.js';
import { requestJob } from './request-job.js';

/** How often somebody is looked for to answer what is open. */
const LOOK_MS = 500;

interface Question {
  readonly queue: AnyQueue;
  readonly answer: PendingAnswer;
}

interface CallerParts {
  readonly prefix: string;
  readonly clients: RedisClients;
  readonly queues: QueueRegistry;
  readonly subscriptions: Subscriptions;
  readonly presence: Presence;
  readonly limits: LimitsByQueue;
}

/** Asks over BullMQ and hears the answers on this process’s own channel. */
export class RequestCaller {
  readonly #parts: CallerParts;
  readonly #caller = randomBytes(8).toString('hex');
  readonly #open = new Map<number, Question>();
  #count = 0;
  #listening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: CallerParts) {
    this.#parts = parts;
    // What is under way when a connection breaks may never be answered: its callers hear of it now, not at their deadline.
    for (const client of [parts.clients.callers, parts.clients.subscriber])
      client.on('close', () => {
        this.#refuseAll();
      });
  }

  async ask<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>, options: RequestOptions): Promise<QueueResult<Q>> {
    const { json } = encodePayload(queue, input);
    options.signal?.throwIfAborted();
    await this.#parts.queues.get(queue.name);
    await this.#listen();
    const question = (this.#count += 1);
    const { id, name } = requestJob(this.#caller, question, leftAfterHop(options.deadline.remainingMs));
    const answer = new PendingAnswer(queue, options, () => {
      this.#withdraw(queue, id);
    });
    this.#open.set(question, { queue, answer });
    this.#watch();
    this.#send(queue, { id, name, data: json }).catch((error: unknown) => {
      answer.refuse(unavailable(error));
    });
    try {
      return parseResult(queue, await answer.result);
    } finally {
      this.#open.delete(question);
    }
  }

  async #send(queue: AnyQueue, job: { readonly id: string; readonly name: string; readonly data: string }): Promise<void> {
    const { clients, prefix, limits } = this.#parts;
    const { maxWaiting } = limitsOf(queue, limits);
    const asked = await addRequest(clients.callers, queueKey(prefix, queue.name, ''), { ...job, maxWaiting });
    if (asked === 'nobody') throw noAnswerer(queue);
    if (asked === 'full') throw overloaded(queue);
  }

  async #listen(): Promise<void> {
    const { subscriptions, prefix } = this.#parts;
    this.#listening ??= subscriptions.listen(replyChannel(prefix, this.#caller), (message) => {
      this.#hear(message);
    });
    this.#listening.catch(() => (this.#listening = undefined));
    await this.#listening;
  }

  #hear(message: string): void {
    const reply = readReply(message);
    const open = reply === undefined ? undefined : this.#open.get(reply.question);
    if (reply === undefined || open === undefined) return; // too late
    if ('error' in reply) open.answer.refuse(fromErrorRecord(reply.error));
    else open.answer.answer(reply.result);
  }

  /** Nobody waits any more: out of the line with it, or its handler is told. */
  #withdraw(queue: AnyQueue, jobId: string): void {
    const { clients, prefix } = this.#parts;
    const keys = [queueKey(prefix, queue.name, 'wait'), queueKey(prefix, queue.name, jobId)];
    const args = [jobId, cancelChannel(prefix), formatJobId(queue.name, jobId)];
    withdrawRequest.run(clients.callers, keys, args).catch(() => undefined); // its deadline ends it there, too
  }

  /** While questions are open, sees to it that somebody lives to answer them. */
  #watch(): void {
    this.#timer ??= setInterval(() => {
      if (this.#open.size === 0) this.stop();
      else for (const queue of new Set([...this.#open.values()].map((open) => open.queue))) void this.#lookFor(queue);
    }, LOOK_MS);
  }

  async #lookFor(queue: AnyQueue): Promise<void> {
    const consumers = await this.#parts.presence.consumers(queue.name).catch(() => undefined);
    if (consumers !== 0) return;
    for (const open of this.#open.values()) if (open.queue.name === queue.name) open.answer.refuse(noAnswerer(queue));
  }

  #refuseAll(): void {
    for (const { answer } of this.#open.values()) answer.refuse(unavailable(this.#parts.clients.error));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
