import type { AnyQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { ConsumeOptions, Consumer, Queues } from '../queues/queues.js';
import { handlersOf, type RegisteredHandler } from './handles-job.js';

/** A queue an app answers for, and how its jobs run in one process. */
export interface HandledQueue extends ConsumeOptions {
  readonly queue: AnyQueue;
}

interface HostOptions {
  readonly queues: Pick<Queues, 'consume'>;
  readonly handles: readonly HandledQueue[];
  /** Objects whose classes declare handlers. */
  readonly jobs: readonly object[];
}

/** Connects the queues an app lists with the handlers it contains. Refuses to boot when a listed queue has no handler or two. */
export class JobHost {
  readonly #queues: Pick<Queues, 'consume'>;
  readonly #bindings: readonly { readonly handled: HandledQueue; readonly handler: RegisteredHandler }[];
  #consumers: Consumer[] = [];

  /** @throws `QUEUE.NO_HANDLER`, `QUEUE.DOUBLE_HANDLER` */
  constructor({ queues, handles, jobs }: HostOptions) {
    this.#queues = queues;
    const handlers = jobs.flatMap((job) => handlersOf(job));
    this.#bindings = handles.map((handled) => ({ handled, handler: theOneHandler(handled.queue, handlers) }));
  }

  /** Begins to take jobs. What has begun is stopped again when one queue cannot be consumed. */
  async start(): Promise<void> {
    try {
      for (const { handled, handler } of this.#bindings) {
        const { queue, ...options } = handled;
        this.#consumers.push(await this.#queues.consume(queue, handler.handler, options));
      }
    } catch (error) {
      await this.stop(0);
      throw error;
    }
  }

  /** Drains: running jobs may end within the grace time. */
  async stop(graceMs: number): Promise<void> {
    const consumers = this.#consumers;
    this.#consumers = [];
    await Promise.all(consumers.map((consumer) => consumer.stop(graceMs)));
  }
}

function theOneHandler(queue: AnyQueue, handlers: readonly RegisteredHandler[]): RegisteredHandler {
  const [handler, second] = handlers.filter((candidate) => candidate.queue.name === queue.name);
  if (handler === undefined) {
    throw permanent(
      'QUEUE.NO_HANDLER',
      `This app lists the queue ${queue.name}, but no job handles it: add a class with @HandlesJob to its module.`,
    );
  }
  if (second !== undefined) {
    throw permanent('QUEUE.DOUBLE_HANDLER', `The queue ${queue.name} has two handlers, ${handler.where} and ${second.where}: remove one.`);
  }
  return handler;
}
