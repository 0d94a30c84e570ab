import type { QueueData, embedChunksQueue } from '@tributary/contracts';
import { writablePlaces, type CollectionRecord, type DocumentRecord } from '@tributary/engines-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { IndexChunks } from '../embed-chunks/index-chunks.use-case.js';

/** A document version as the embedder's jobs, of which each is a part of it. */
export interface CutVersion {
  readonly jobs: readonly QueueData<typeof embedChunksQueue>[];
  /** As accepted. */
  readonly row: DocumentRecord;
  readonly collection: CollectionRecord | undefined;
}

/** Indexes documents where they were cut: in a process that embeds, too, a job for what takes a fraction of a millisecond costs more than the work
 *  (docs/adr/0096-indexed-where-it-was-cut.md). */
export class IndexHere {
  readonly #common: Collaborators['common'];
  readonly #index: IndexChunks;

  constructor(collaborators: Collaborators) {
    this.#common = collaborators.common;
    this.#index = new IndexChunks(collaborators);
  }

  /** @returns whether nothing is left to do: what is big, waits for another model or fails is for the embedder's queue, with its attempts and dead letters
   *  @throws the reason of the signal */
  async run({ jobs: [job, ...others], row, collection }: CutVersion, signal: AbortSignal): Promise<boolean> {
    if (job === undefined || others.length > 0 || collection === undefined || !this.#isAtHand(collection)) return false;
    const known = { collection, hadChunks: row.chunks > 0 };
    try {
      await this.#index.run(job, { signal, known });
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
    }
  }

  /** Whether its one model is the common one, which this process has in memory. */
  #isAtHand(collection: CollectionRecord): boolean {
    return collection.adopted === undefined && collection.card.model.name === this.#common.name && writablePlaces(collection).length === 1;
  }
}
