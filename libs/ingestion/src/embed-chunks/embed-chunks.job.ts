import { embedChunksQueue } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { markFailed } from '../documents/document-transitions.js';
import { lastError } from '../documents/failure-notes.js';
import { IndexChunks } from './index-chunks.use-case.js';

type EmbedCollaborators = ConstructorParameters<typeof IndexChunks>[0];

/** Handles `embed-chunks`: the row of a document whose last run failed says so. */
export class EmbedChunksJob {
  readonly #index: IndexChunks;
  readonly #with: Pick<Collaborators, 'catalog' | 'clock'>;

  constructor(collaborators: EmbedCollaborators) {
    this.#with = collaborators;
    this.#index = new IndexChunks(collaborators);
  }

  @HandlesJob(embedChunksQueue)
  async handle({ data, signal, failures, isBlamed }: Job<typeof embedChunksQueue>) {
    try {
      return await this.#index.run(data, { signal, isBlamed });
    } catch (error) {
      const last = lastError(error, { failures, queue: embedChunksQueue });
      const { collection, key, version } = data.document;
      const { catalog, clock } = this.#with;
      if (last) await catalog.documents.change(documentRecordKey(collection, key), markFailed(version, { ...last, at: clock.now() }));
      throw error;
    }
  }
}
