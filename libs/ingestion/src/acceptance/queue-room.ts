import { ingestDocumentQueue } from '@tributary/contracts';
import { limitsOf, refusal } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';

/** Counting is not free, and a second late is early enough. */
const COUNT_EVERY_MS = 1000;

/** Refuses new documents while too many wait, before their rows are written. */
export class QueueRoom {
  readonly #with: Pick<Collaborators, 'queues' | 'clock'>;
  #countedAt = -Infinity;

  constructor(collaborators: Pick<Collaborators, 'queues' | 'clock'>) {
    this.#with = collaborators;
  }

  /** @throws `QUEUE.BACKPRESSURE` with the time to wait. A queue that cannot be asked refuses nothing: the catalog takes the documents. */
  async require(): Promise<void> {
    const { queues, clock } = this.#with;
    if (clock.now() - this.#countedAt < COUNT_EVERY_MS) return;
    const counts = await queues.counts(ingestDocumentQueue).catch(() => undefined);
    if (counts === undefined) return;
    const full = refusal(ingestDocumentQueue, { ...counts, bytes: 0 }, limitsOf(ingestDocumentQueue));
    if (full) throw full;
    this.#countedAt = clock.now();
  }
}
