import type { RecordStore } from '@tributary/engines-port';

const KIND = 'source-name';

/** Names of sources, each held by one: it begins the keys of the source's documents and names its collections. Two processes cannot take the same. */
export class SourceNames {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** The first of the wished names that is free or already this source's own; undefined when others hold them all. */
  async take(sourceId: string, wished: readonly string[]): Promise<string | undefined> {
    for (const name of wished) {
      const [outcome] = await this.#records.put([{ kind: KIND, key: name, value: { source_id: sourceId }, expect: 'absent' }]);
      if (outcome === undefined) continue;
      if (outcome.written || outcome.current?.value['source_id'] === sourceId) return name;
    }
    return undefined;
  }

  /** Lets go of a name, unless another source has taken it since. */
  async release(sourceId: string, name: string): Promise<void> {
    const [held] = await this.#records.get(KIND, [name]);
    if (held?.value['source_id'] === sourceId) await this.#records.delete(KIND, [name]);
  }
}
