import type { AnyQueue, QueueInput } from '@tributary/contracts';
import { MIB, permanent } from '@tributary/kernel';
import { encodePayload, formatJobId, type AddOptions, type AddedJob, type EncodedPayload } from '@tributary/messaging-port';
import type { JobsOptions } from 'bullmq';
import type { QueueRegistry } from '../connection/queue-registry.js';
import { orUnavailable } from '../connection/unavailable.js';
import type { Backlogs } from './backlogs.js';
import { jobOptions } from './job-options.js';

/** Jobs in one pipeline, as long as they are small. */
const STEP_JOBS = 100;
const STEP_BYTES = 2 * MIB;
/** Pipelines under way at once: while Redis works on one, the next is written. */
const STEPS_AHEAD = 4;

interface PreparedJob {
  readonly name: string;
  readonly data: unknown;
  readonly opts: JobsOptions;
  readonly bytes: number;
}

/** Puts work jobs into Redis with the options of their contract. */
export class Producer {
  readonly #queues: QueueRegistry;
  readonly #backlogs: Backlogs;

  constructor(queues: QueueRegistry, backlogs: Backlogs) {
    this.#queues = queues;
    this.#backlogs = backlogs;
  }

  async add<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>, options: AddOptions): Promise<AddedJob> {
    const [added] = await this.addMany(queue, [input], options);
    if (added === undefined) throw permanent('INTERNAL', 'A stored job has no id.', { category: 'internal' });
    return added;
  }

  async addMany<Q extends AnyQueue>(queue: Q, inputs: readonly QueueInput<Q>[], options: AddOptions): Promise<readonly AddedJob[]> {
    const jobs = inputs.map((input) => prepare(queue, input, { payload: encodePayload(queue, input), options }));
    const bytes = jobs.reduce((sum, job) => sum + job.bytes, 0);
    await orUnavailable(this.#backlogs.admit(queue, jobs.length, bytes));
    return this.#store(queue, jobs);
  }

  /** Takes in a job that lies in the queue without its contract’s options; limits were the producer’s to keep. */
  async takeIn<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>): Promise<void> {
    await this.#store(queue, [prepare(queue, input, { payload: encodePayload(queue, input), options: {} })]);
  }

  async #store(queue: AnyQueue, jobs: readonly PreparedJob[]): Promise<readonly AddedJob[]> {
    const underWay: Promise<readonly AddedJob[]>[] = [];
    for (const step of steps(jobs)) {
      if (underWay.length >= STEPS_AHEAD) await underWay[underWay.length - STEPS_AHEAD];
      const stored = this.#storeStep(queue, step);
      stored.catch(() => undefined); // heard below, together with the others
      underWay.push(stored);
    }
    return (await Promise.all(underWay)).flat();
  }

  async #storeStep(queue: AnyQueue, jobs: readonly PreparedJob[]): Promise<readonly AddedJob[]> {
    const target = await this.#queues.get(queue.name);
    const [only, ...others] = jobs;
    const stored =
      only !== undefined && others.length === 0
        ? [await orUnavailable(target.add(only.name, only.data, only.opts))]
        : await orUnavailable(target.addBulk(jobs.map(({ name, data, opts }) => ({ name, data, opts }))));
    return stored.map(({ id = '' }, index) => {
      const asked = jobs[index]?.opts.jobId;
      return { id: formatJobId(queue.name, id), deduplicated: asked !== undefined && asked !== id };
    });
  }
}

interface Prepared<Q extends AnyQueue> {
  readonly payload: EncodedPayload<Q>;
  readonly options: AddOptions;
}

function prepare<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>, { payload, options }: Prepared<Q>): PreparedJob {
  const name = queue.label?.(payload.data) ?? queue.name;
  return { name, data: input, opts: jobOptions(queue, payload.data, options), bytes: payload.bytes };
}

function* steps(jobs: readonly PreparedJob[]): Generator<readonly PreparedJob[]> {
  let step: PreparedJob[] = [];
  let bytes = 0;
  for (const job of jobs) {
    if (step.length >= STEP_JOBS || (bytes > 0 && bytes + job.bytes > STEP_BYTES)) {
      yield step;
      [step, bytes] = [[], 0];
    }
    step.push(job);
    bytes += job.bytes;
  }
  if (step.length > 0) yield step;
}
