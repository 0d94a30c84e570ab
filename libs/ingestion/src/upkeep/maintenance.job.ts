import {
  embedChunksQueue,
  ingestDocumentQueue,
  maintenanceQueue,
  readLocalQueue,
  readWebQueue,
  type QueueData,
} from '@tributary/contracts';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import { purgeCollection } from '../collections/purge-collection.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { RemoveSource } from '../sources/removal/remove-source.use-case.js';
import { recountCollection } from './recount.js';
import { Sweep } from './sweep.use-case.js';

/** While jobs of documents wait or run, a swept row is one that has waited longer than any healthy job takes: to take up one that is under way cuts it again. */
const SWEEP_OLDER_THAN_MS = 600_000;
/** Where none waits or runs, nothing that was accepted has a job but what is being added now. */
const QUIET_SWEEP_OLDER_THAN_MS = 30_000;
const QUEUES_OF_DOCUMENTS = [ingestDocumentQueue, readLocalQueue, readWebQueue, embedChunksQueue] as const;

/** Handles `maintenance`: what takes long, may be repeated, and nobody waits for. */
export class MaintenanceJob {
  readonly #with: Collaborators;
  readonly #removeSource: RemoveSource;
  readonly #sweep: Sweep;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
    this.#removeSource = new RemoveSource(collaborators);
    this.#sweep = new Sweep(collaborators);
  }

  @HandlesJob(maintenanceQueue)
  async handle({ data, ...control }: Job<typeof maintenanceQueue>) {
    return { affected: await this.#run(data, control) };
  }

  async #run(
    data: QueueData<typeof maintenanceQueue>,
    control: Pick<Job<typeof maintenanceQueue>, 'signal' | 'progress'>,
  ): Promise<number> {
    switch (data.task) {
      case 'purge-collection':
        return purgeCollection(this.#with, data.collection);
      case 'purge-source':
        return this.#removeSource.finish(data.source_id);
      case 'sweep':
        return this.#sweep.run({ olderThanMs: (await this.#isQuiet()) ? QUIET_SWEEP_OLDER_THAN_MS : SWEEP_OLDER_THAN_MS });
      case 'recount':
        return recountCollection(this.#with, data.collection);
      case 'index-adopted':
        return (await this.#with.adopted?.index(data.collection, { onlyIfDue: data.if_due, signal: control.signal })) ?? 0;
      case 'migrate':
        return (await this.#with.migrations?.run(data.collection, control)) ?? 0;
    }
  }

  /** A dead letter may be of a document that ended its process again and again, whose row is still accepted: it is not to begin anew at once. */
  async #isQuiet(): Promise<boolean> {
    const counts = await Promise.all(QUEUES_OF_DOCUMENTS.map((queue) => this.#with.queues.counts(queue)));
    return counts.every(({ waiting, delayed, active, dead }) => waiting + delayed + active + dead === 0);
  }
}
