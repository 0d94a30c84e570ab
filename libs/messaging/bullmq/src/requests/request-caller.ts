import { randomBytes } from 'node:crypto';
import type { AnyQueue, QueueInput, QueueResult } from '@tributary/contracts';
import { fromErrorRecord } from '@tributary/kernel';
import { PendingAnswer, encodePayload, formatJobId, noAnswerer, parseResult, type RequestOptions } from '@tributary/messaging-port';
import { cancelChannel, queueKey, replyChannel } from '../connection/keys.js';
import type { QueueRegistry } from '../connection/queue-registry.js';
import type { RedisClients } from '../connection/redis-clients.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import { orUnavailable, unavailable } from '../connection/unavailable.js';
import { withdrawRequest } from '../scripts/scripts.js';
import { readReply } from './reply.js';
import type { RequestGate } from './request-gate.js';
import { requestJob } from './request-job.js';

/** What each hop takes from the time that is left. */
const HOP_MS = 10;
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
  readonly gate: RequestGate;
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
    encodePayload(queue, input);
    options.signal?.throwIfAborted();
    this.#parts.clients.expectReady();
    await this.#listen();
    const isStored = await orUnavailable(this.#parts.gate.pass(queue));
    const question = (this.#count += 1);
    const { name, opts } = requestJob(this.#caller, question, options.deadline.remainingMs - HOP_MS);
    const answer = new PendingAnswer(queue, options, () => {
      this.#withdraw(queue, opts.jobId ?? '');
    });
    this.#open.set(question, { queue, answer });
    this.#watch();
    this.#send(queue, { name, input, opts })
      .catch((error: unknown) => {
        answer.refuse(unavailable(error));
      })
      .finally(isStored);
    try {
      return parseResult(queue, await answer.result);
    } finally {
      this.#open.delete(question);
    }
  }

  async #send(
    queue: AnyQueue,
    { name, input, opts }: { readonly name: string; readonly input: unknown; readonly opts: { readonly jobId?: string } },
  ): Promise<void> {
    const target = await this.#parts.queues.get(queue.name);
    await target.add(name, input, opts);
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
    const consumers = await this.#parts.gate.look(queue).catch(() => undefined);
    if (consumers !== 0) return;
    for (const open of this.#open.values()) if (open.queue.name === queue.name) open.answer.refuse(noAnswerer(queue));
  }

  #refuseAll(): void {
    for (const { answer } of this.#open.values()) answer.refuse(unavailable(undefined));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
