import type { IngestAnswer, SourceInput } from '@tributary/contracts';
import { MemoryOperations } from './memory-operations.js';

/** Operations in which another source of the collection keeps so many pages of the one that is added, which has none of its own. */
export class SharingOperations extends MemoryOperations {
  readonly #shared: number;

  constructor(shared: number) {
    super();
    this.#shared = shared;
  }

  override async addSource(input: SourceInput): Promise<IngestAnswer> {
    const { source, ...added } = await super.addSource(input);
    const last_sync = {
      added: 0,
      changed: 0,
      deleted: 0,
      unchanged: 1,
      skipped: {},
      examples: {},
      is_part: false,
      finished_at: '2026-01-01',
      shared: this.#shared,
    };
    return { ...added, finished: true, source: { ...source, documents: 0, chunks: 0, pending: 0, last_sync } };
  }
}
