import type {
  DoomedRecord,
  RecordOutcome,
  RecordQuery,
  RecordRevision,
  RecordStore,
  RecordWrite,
  RevisionQuery,
  StoredRecord,
} from '../../index.js';

/** Records in a map. */
export class MemoryRecords implements RecordStore {
  readonly #records = new Map<string, Map<string, StoredRecord>>();
  #revision = 0;

  get(kind: string, keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return Promise.resolve(keys.map((key) => structuredClone(this.#of(kind).get(key))));
  }

  revisions(kind: string, keys: readonly string[]): Promise<readonly (number | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.#of(kind).get(key)?.revision));
  }

  listRevisions({ kind, without }: RevisionQuery): Promise<readonly RecordRevision[]> {
    const records = this.#where(kind).filter(({ value }) => without === undefined || value['state'] !== without.state);
    return Promise.resolve(records.map(({ key, revision }) => ({ key, revision })));
  }

  put(writes: readonly RecordWrite[]): Promise<readonly RecordOutcome[]> {
    return Promise.resolve(writes.map((write) => this.#put(write)));
  }

  delete(kind: string, doomed: readonly DoomedRecord[]): Promise<void> {
    const records = this.#of(kind);
    for (const one of doomed) {
      if (typeof one === 'string') records.delete(one);
      else if (records.get(one.key)?.revision === one.expect) records.delete(one.key);
    }
    return Promise.resolve();
  }

  list({ kind, where, after = '', limit }: RecordQuery): Promise<readonly StoredRecord[]> {
    const fitting = this.#where(kind, where).filter(({ key }) => key > after);
    return Promise.resolve(structuredClone(fitting.slice(0, limit)));
  }

  count({ kind, where }: Pick<RecordQuery, 'kind' | 'where'>): Promise<number> {
    return Promise.resolve(this.#where(kind, where).length);
  }

  #of(kind: string): Map<string, StoredRecord> {
    const records = this.#records.get(kind) ?? new Map<string, StoredRecord>();
    this.#records.set(kind, records);
    return records;
  }

  #put({ kind, key, value, expect }: RecordWrite): RecordOutcome {
    const current = this.#of(kind).get(key);
    const isExpected = expect === undefined || current?.revision === (expect === 'absent' ? undefined : expect);
    if (!isExpected) return current ? { written: false, current: structuredClone(current) } : { written: false };
    const revision = ++this.#revision;
    this.#of(kind).set(key, { key, revision, value: { ...structuredClone(value) } });
    return { written: true, revision };
  }

  #where(kind: string, where: RecordQuery['where'] = {}): readonly StoredRecord[] {
    const wanted = Object.entries(where);
    return [...this.#of(kind).values()]
      .filter(({ value }) => wanted.every(([field, content]) => value[field] === content))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}
