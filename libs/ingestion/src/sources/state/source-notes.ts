import type { RecordStore } from '@tributary/engines-port';
import type { SourceMemory, SourceNote } from '@tributary/sources-port';
import { z } from 'zod';

const KIND = 'source-note';
const PAGE = 500;

const NoteRecord = z.object({ v: z.literal(1).default(1), source: z.string(), note: z.record(z.string(), z.unknown()) });

/** What a source's reader keeps from scan to scan, in the records of the primary engine. */
export class SourceNotes implements SourceMemory {
  readonly #records: RecordStore;
  readonly #source: string;

  constructor(records: RecordStore, sourceId: string) {
    this.#records = records;
    this.#source = sourceId;
  }

  async get(keys: readonly string[]): Promise<readonly (SourceNote | undefined)[]> {
    const records = await this.#records.get(
      KIND,
      keys.map((key) => this.#keyOf(key)),
    );
    return records.map((record) => record && NoteRecord.parse(record.value).note);
  }

  async put(notes: readonly { readonly key: string; readonly note: SourceNote }[]): Promise<void> {
    if (notes.length === 0) return;
    await this.#records.put(
      notes.map(({ key, note }) => ({ kind: KIND, key: this.#keyOf(key), value: { v: 1, source: this.#source, note } })),
    );
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#records.delete(
      KIND,
      keys.map((key) => this.#keyOf(key)),
    );
  }

  async *all(): AsyncGenerator<{ readonly key: string; readonly note: SourceNote }> {
    let after: string | undefined;
    for (;;) {
      const where = { source: this.#source };
      const page = await this.#records.list({ kind: KIND, where, limit: PAGE, ...(after === undefined ? {} : { after }) });
      for (const { key, value } of page) yield { key: key.slice(this.#source.length + 1), note: NoteRecord.parse(value).note };
      after = page.at(-1)?.key;
      if (page.length < PAGE) return;
    }
  }

  /** Forgets all of it. */
  async clear(): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.all()) keys.push(key);
    for (let at = 0; at < keys.length; at += PAGE) await this.delete(keys.slice(at, at + PAGE));
  }

  #keyOf(key: string): string {
    return `${this.#source}/${key}`;
  }
}
