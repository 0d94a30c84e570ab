import type { RecordStore } from '@tributary/engines-port';
import { z } from 'zod';

const KIND = 'source-removal';

const RemovalNote = z.object({
  v: z.literal(1).default(1),
  source_id: z.string(),
  name: z.string(),
  keep_documents: z.boolean(),
  user_id: z.string().optional().describe('Whose the source was alone.'),
  registered_by: z.string().optional().describe('As the source noted it.'),
});
export type RemovalNote = z.infer<typeof RemovalNote>;

/** Sources somebody removed and whose documents are not all gone yet: written before anything else, so that a crash in between is made good. */
export class RemovalNotes {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async put(note: RemovalNote): Promise<void> {
    await this.#records.put([{ kind: KIND, key: note.source_id, value: note }]);
  }

  async get(sourceId: string): Promise<RemovalNote | undefined> {
    const [record] = await this.#records.get(KIND, [sourceId]);
    return record && RemovalNote.parse(record.value);
  }

  async drop(sourceId: string): Promise<void> {
    await this.#records.delete(KIND, [sourceId]);
  }

  async all(): Promise<readonly RemovalNote[]> {
    const records = await this.#records.list({ kind: KIND, limit: 10_000 });
    return records.map(({ value }) => RemovalNote.parse(value));
  }
}
