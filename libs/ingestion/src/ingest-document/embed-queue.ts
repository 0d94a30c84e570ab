import { embedChunksQueue, type QueueInput } from '@tributary/contracts';
import type { AddedJob } from '@tributary/messaging-port';
import { Coalescer } from '../batching/coalescer.js';
import type { Collaborators } from '../collaborators/collaborators.js';

type EmbedJob = QueueInput<typeof embedChunksQueue>;

const AT_ONCE = 64;

/** Jobs for the embedder, on their way into its queue: those of one priority that come at the same time go in one call. */
export class EmbedQueue {
  readonly #queues: Collaborators['queues'];
  readonly #byPriority = new Map<number, Coalescer<EmbedJob, AddedJob>>();

  constructor(queues: Collaborators['queues']) {
    this.#queues = queues;
  }

  /** Resolves when all are stored. @throws `QUEUE.*` */
  async add(jobs: readonly EmbedJob[], priority: number): Promise<void> {
    const way = this.#byPriority.get(priority) ?? this.#open(priority);
    await Promise.all(jobs.map((job) => way.submit(job)));
  }

  #open(priority: number): Coalescer<EmbedJob, AddedJob> {
    const way = new Coalescer((jobs: readonly EmbedJob[]) => this.#queues.addMany(embedChunksQueue, jobs, { priority }), AT_ONCE);
    this.#byPriority.set(priority, way);
    return way;
  }
}
