import type { AnyQueue } from '@tributary/contracts';
import type { GroupCommit } from '../store/group-commit.js';
import type { EndedRun, JobStore } from '../store/job-store.js';
import type { Retention } from '../store/retention.js';

interface EndedRunsParts {
  readonly queue: AnyQueue;
  readonly store: JobStore;
  readonly commit: GroupCommit;
  readonly retention: Retention;
}

interface Batch {
  readonly runs: EndedRun[];
  readonly written: Promise<void>;
}

/** Writes the good ends of one queue's runs: those of one turn of the event loop together. */
export class EndedRuns {
  readonly #parts: EndedRunsParts;
  #open: Batch | undefined;

  constructor(parts: EndedRunsParts) {
    this.#parts = parts;
  }

  /** Resolves when the end is committed. @throws what the commit throws */
  write(ended: EndedRun): Promise<void> {
    const batch = (this.#open ??= this.#begin());
    batch.runs.push(ended);
    return batch.written;
  }

  #begin(): Batch {
    const { queue, store, commit, retention } = this.#parts;
    const runs: EndedRun[] = [];
    const written = commit.submit(() => {
      this.#open = undefined;
      const finished = store.endMany(runs);
      if (finished > 0) retention.noteFinished(queue, finished);
    });
    written.catch(() => (this.#open = undefined)); // its callers hear of it themselves
    return { runs, written };
  }
}
