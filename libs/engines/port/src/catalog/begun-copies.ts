import { z } from 'zod';
import type { RecordStore } from '../records/record-store.js';
import { physicalName } from './collection-record.js';
import { RecordTable } from './record-table.js';

const BegunCopy = z.object({
  v: z.literal(1).default(1),
  collection: z.string(),
  engine: z.string().describe('Configured name.'),
  generation: z.number().int().positive(),
});
export type BegunCopy = Readonly<z.infer<typeof BegunCopy>>;

/** Generations that moves began to fill, noted before they are made: one whose move ended without it is dropped by the sweep, also where its engine was away by then. */
export class BegunCopies {
  readonly #table: RecordTable<typeof BegunCopy>;

  constructor(records: RecordStore) {
    this.#table = new RecordTable(records, { kind: 'begun-copy', schema: BegunCopy });
  }

  async note(copy: Omit<BegunCopy, 'v'>): Promise<void> {
    await this.#table.change(keyOf(copy), (present) => (present === undefined ? { set: copy } : { keep: true }));
  }

  async has(copy: Omit<BegunCopy, 'v'>): Promise<boolean> {
    return (await this.#table.get(keyOf(copy))) !== undefined;
  }

  all(): AsyncGenerator<BegunCopy> {
    return this.#table.list();
  }

  async forget(copy: BegunCopy): Promise<void> {
    await this.#table.delete([keyOf(copy)]);
  }
}

function keyOf({ collection, engine, generation }: Omit<BegunCopy, 'v'>): string {
  return `${engine}/${physicalName(collection, generation)}`;
}
