import { syncSourceQueue } from '@tributary/contracts';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { SyncSource } from './sync-source.use-case.js';

/** Handles `sync-source`; that one source is synced once at a time is the queue's promise. */
export class SyncSourceJob {
  readonly #sync: SyncSource;

  constructor(collaborators: Collaborators) {
    this.#sync = new SyncSource(collaborators);
  }

  @HandlesJob(syncSourceQueue)
  async handle({ data, signal, progress }: Job<typeof syncSourceQueue>) {
    return this.#sync.run(data, { signal, progress });
  }
}
