import { syncLocalQueue, syncQueueOf, syncSourceQueue, syncWebQueue } from '@tributary/contracts';
import { HandlesJob, skipped, type Job } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { SyncSource } from './sync-source.use-case.js';

/** Handles the syncs of sources; that one source is synced once at a time is the queue's promise, which is why each source has one queue. */
export class SyncSourceJob {
  readonly #sync: SyncSource;
  readonly #with: Collaborators;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
    this.#sync = new SyncSource(collaborators);
  }

  @HandlesJob(syncLocalQueue)
  @HandlesJob(syncWebQueue)
  async handle({ data, signal, progress }: Job<typeof syncLocalQueue>) {
    return this.#sync.run(data, { signal, progress });
  }

  /** What was asked for without knowing who reaches the source goes to those who do. */
  @HandlesJob(syncSourceQueue)
  async handOn({ data }: Job<typeof syncSourceQueue>) {
    const source = await this.#with.catalog.sources.get(data.source_id);
    if (source === undefined) return skipped('superseded');
    const { id } = await this.#with.queues.add(syncQueueOf(source.kind), data);
    return skipped(`handed on: ${id}`);
  }
}
