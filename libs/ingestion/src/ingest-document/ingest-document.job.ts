import { embedChunksQueue, ingestDocumentQueue, readLocalQueue, readWebQueue, type AnyQueue, type QueueData } from '@tributary/contracts';
import { documentRecordKey, givenVersion } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { markFailed } from '../documents/document-transitions.js';
import { ENDS_PROCESS } from '../documents/ends-its-process.js';
import { lastError } from '../documents/failure-notes.js';
import { MOST_CUT, OutageRoom } from '../waiting/outage-room.js';
import { SplitDocument, type SplitOptions } from './split-document.use-case.js';

type Named = Pick<QueueData<typeof ingestDocumentQueue>, 'collection' | 'id' | 'version'>;

type NotedJob = Pick<Job<AnyQueue>, 'failures' | 'isBlamed'> & { readonly data: Named; readonly queue: AnyQueue };

/** Handles documents that were handed in and those of sources: the row of a document whose last run failed says so. */
export class IngestDocumentJob {
  readonly #split: SplitDocument;
  readonly #with: Collaborators;
  readonly #room: OutageRoom;

  constructor(collaborators: Collaborators, options: SplitOptions = {}) {
    this.#with = collaborators;
    this.#room = new OutageRoom(collaborators.queues, MOST_CUT);
    this.#split = new SplitDocument(collaborators, options);
  }

  @HandlesJob(ingestDocumentQueue)
  async handle({ data, signal, priority, ...run }: Job<typeof ingestDocumentQueue>) {
    return this.#noting({ data, ...run, queue: ingestDocumentQueue }, () =>
      this.#split.run(data, { signal, priority, isBlamed: run.isBlamed }),
    );
  }

  @HandlesJob(readLocalQueue)
  @HandlesJob(readWebQueue)
  async read({ data, signal, priority, ...run }: Job<typeof readLocalQueue>) {
    return this.#noting({ data, ...run, queue: readLocalQueue }, () =>
      this.#split.run({ v: 1, ...data }, { signal, priority, isBlamed: run.isBlamed, isWithinReach: true }),
    );
  }

  async #noting<Result>(job: NotedJob, run: () => Promise<Result>): Promise<Result> {
    try {
      if (!job.isBlamed) await this.#room.require(embedChunksQueue, job.data.collection);
      return await run();
    } catch (error) {
      const last = lastError(error, job);
      if (last) await this.#markFailed(job.data, last);
      throw error;
    }
  }

  async #markFailed({ collection, id, version }: Named, error: { code: string; message: string }): Promise<void> {
    const { catalog, clock } = this.#with;
    const at = clock.now();
    await catalog.documents.change(documentRecordKey(collection, encodeDocumentKey(id)), (present) => {
      // A file's version may have moved on since the job was made; what was handed in has a job for each version, and a later one is not to blame.
      const isOfFile = present?.file !== undefined && error.code !== ENDS_PROCESS;
      const isThis = isOfFile || version === undefined || (present && givenVersion(present)) === version;
      return markFailed((isThis ? present?.version : version) ?? 0, { ...error, at })(present);
    });
  }
}
