import type { AnyQueue, QueueInput } from '@tributary/contracts';
import { MIB, permanent } from '@tributary/kernel';
import { encodePayload, formatJobId, type AddOptions, type AddedJob, type EncodedPayload } from '@tributary/messaging-port';
import { queueKey } from '../connection/keys.js';
import type { QueueRegistry } from '../connection/queue-registry.js';
import type { RedisClients } from '../connection/redis-clients.js';
import { orUnavailable } from '../connection/unavailable.js';
import { addJobs } from '../scripts/add-jobs.js';
import type { Backlogs } from './backlogs.js';
import { storedJob } from './job-options.js';

/** Jobs added in one step: Redis does nothing else meanwhile, so it stays in the range of a millisecond. */
const STEP_JOBS = 100;
const STEP_BYTES = 2 * MIB;
/** Steps under way at once: while Redis works on one, the next is written. */
const STEPS_AHEAD = 4;

interface ProducerParts {
  readonly prefix: string;
  readonly clients: RedisClients;
  readonly queues: QueueRegistry;
  readonly backlogs: Backlogs;
}

/** Puts work jobs into Redis with the options of their contract. */
export class Producer {
  readonly #parts: ProducerParts;

  constructor(parts: ProducerParts) {
    this.#parts = parts;
  }

  async add<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>, options: AddOptions): Promise<AddedJob> {
    const [added] = await this.addMany(queue, [input], options);
    if (added === undefined) throw permanent('INTERNAL', 'A stored job has no id.', { category: 'internal' });
    return added;
  }

  async addMany<Q extends AnyQueue>(queue: Q, inputs: readonly QueueInput<Q>[], options: AddOptions): Promise<readonly AddedJob[]> {
    const payloads = inputs.map((input) => encodePayload(queue, input));
    await this.#parts.queues.get(queue.name);
    const bytes = payloads.reduce((sum, payload) => sum + payload.bytes, 0);
    await orUnavailable(this.#parts.backlogs.admit(queue, payloads.length, bytes));
    return this.#store(queue, payloads, options);
  }

  /** Takes in a job that lies in the queue without its contract’s options; limits were its producer’s to keep. */
  async takeIn<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>, options: AddOptions): Promise<void> {
    await this.#store(queue, [encodePayload(queue, input)], options);
  }

  async #store<Q extends AnyQueue>(queue: Q, payloads: readonly EncodedPayload<Q>[], options: AddOptions): Promise<readonly AddedJob[]> {
    const underWay: Promise<readonly AddedJob[]>[] = [];
    for (const step of steps(payloads)) {
      const before = underWay.at(-STEPS_AHEAD);
      if (before !== undefined) await before;
      const stored = this.#storeStep(queue, step, options);
      stored.catch(() => undefined); // heard below, together with the others
      underWay.push(stored);
    }
    return (await orUnavailable(Promise.all(underWay))).flat();
  }

  async #storeStep<Q extends AnyQueue>(
    queue: Q,
    payloads: readonly EncodedPayload<Q>[],
    options: AddOptions,
  ): Promise<readonly AddedJob[]> {
    const { clients, prefix } = this.#parts;
    const jobs = payloads.map((payload) => storedJob(queue, payload, options));
    const added = await addJobs(clients.callers, queueKey(prefix, queue.name, ''), jobs);
    return added.map(({ id, deduplicated }) => ({ id: formatJobId(queue.name, id), deduplicated }));
  }
}

function* steps<Q extends AnyQueue>(payloads: readonly EncodedPayload<Q>[]): Generator<readonly EncodedPayload<Q>[]> {
  let step: EncodedPayload<Q>[] = [];
  let bytes = 0;
  for (const payload of payloads) {
    if (step.length >= STEP_JOBS || (bytes > 0 && bytes + payload.bytes > STEP_BYTES)) {
      yield step;
      [step, bytes] = [[], 0];
    }
    step.push(payload);
    bytes += payload.bytes;
  }
  if (step.length > 0) yield step;
}
