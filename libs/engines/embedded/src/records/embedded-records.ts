import type {
  DoomedRecord,
  RecordOutcome,
  RecordQuery,
  RecordRevision,
  RecordStore,
  RecordWrite,
  RevisionQuery,
  StoredRecord,
} from '@tributary/engines-port';
import { numberIn, textIn } from '../store/columns.js';
import type { Store } from '../store/store.js';
import { portionsOf } from '../write/portions.js';
import type { Writer } from '../writer/writer.js';
import { INDEXED_FIELDS, findRecord, findRevision, packRecord, parseObject } from './write-records.js';

/** Records written in one transaction. */
const WRITES_AT_ONCE = 1_000;
/** As many records in a state are looked at one by one, whatever else is asked of them. */
const FEW = 1_000;

type Where = NonNullable<RecordQuery['where']>;

/** Records as rows of one table; writes join those of points. */
export class EmbeddedRecords implements RecordStore {
  readonly #store: Store;
  readonly #writer: Writer;

  constructor(store: Store, writer: Writer) {
    this.#store = store;
    this.#writer = writer;
  }

  get(kind: string, keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    const { reader } = this.#store;
    return this.#store.guard(() => reader.snapshot(() => keys.map((key) => findRecord(reader, kind, key))));
  }

  revisions(kind: string, keys: readonly string[]): Promise<readonly (number | undefined)[]> {
    const { reader } = this.#store;
    return this.#store.guard(() => reader.snapshot(() => keys.map((key) => findRevision(reader, kind, key))));
  }

  listRevisions({ kind, without }: RevisionQuery): Promise<readonly RecordRevision[]> {
    const sql = `SELECT key, revision FROM records WHERE kind = ? ${without === undefined ? '' : 'AND state IS NOT ?'} ORDER BY key`;
    return this.#store.guard(() =>
      this.#store.reader
        .sql(sql)
        .all(kind, ...(without === undefined ? [] : [without.state]))
        .map((row) => ({ key: textIn(row, 'key'), revision: numberIn(row, 'revision') })),
    );
  }

  async put(writes: readonly RecordWrite[]): Promise<readonly RecordOutcome[]> {
    const put = (portion: readonly RecordWrite[]) => this.#writer.write('put-records', portion.map(packRecord));
    return this.#store.guard(async () => (await Promise.all(portionsOf(writes, WRITES_AT_ONCE).map(put))).flat());
  }

  async delete(kind: string, records: readonly DoomedRecord[]): Promise<void> {
    const remove = (portion: readonly DoomedRecord[]) => this.#writer.write('delete-records', { kind, records: portion });
    await this.#store.guard(() => Promise.all(portionsOf(records, WRITES_AT_ONCE).map(remove)));
  }

  list({ kind, where = {}, after = '', limit }: RecordQuery): Promise<readonly StoredRecord[]> {
    const { sql, values } = conditionsOf(where);
    return this.#store.guard(() =>
      this.#store.reader
        .sql(
          `SELECT key, revision, value FROM records ${this.#indexFor(kind, where)} WHERE kind = ? AND key > ? ${sql} ORDER BY key LIMIT ?`,
        )
        .all(kind, after, ...values, limit)
        .map((row) => ({ key: textIn(row, 'key'), revision: numberIn(row, 'revision'), value: parseObject(textIn(row, 'value')) })),
    );
  }

  count({ kind, where = {} }: Pick<RecordQuery, 'kind' | 'where'>): Promise<number> {
    const { sql, values } = conditionsOf(where);
    return this.#store.guard(() => {
      const row = this.#store.reader
        .sql(`SELECT count(*) AS n FROM records ${this.#indexFor(kind, where)} WHERE kind = ? ${sql}`)
        .get(kind, ...values);
      return numberIn(row ?? {}, 'n');
    });
  }

  /** The index whose order is the key’s and that holds the remaining fields; SQLite cannot choose without statistics. Where few records are in a state at all, as those that
   *  wait for something, it is that of the states, so that nobody walks through all records of a collection to find none. */
  #indexFor(kind: string, { collection, source, state }: Where): string {
    if (state !== undefined && ((collection === undefined && source === undefined) || this.#areFew(kind, state)))
      return 'INDEXED BY records_by_state';
    if (collection !== undefined) return 'INDEXED BY records_by_collection';
    return source === undefined ? '' : 'INDEXED BY records_by_source';
  }

  #areFew(kind: string, state: string): boolean {
    const counted = `SELECT 1 FROM records INDEXED BY records_by_state WHERE kind = ? AND state = ? LIMIT ${(FEW + 1).toString()}`;
    const row = this.#store.reader.sql(`SELECT count(*) AS n FROM (${counted})`).get(kind, state);
    return numberIn(row ?? {}, 'n') <= FEW;
  }
}

function conditionsOf(where: Where): { readonly sql: string; readonly values: readonly string[] } {
  const named = INDEXED_FIELDS.filter((field) => where[field] !== undefined);
  const conditions = named.map((field) => `AND ${field} = ?`);
  const values = named.map((field) => where[field] ?? '');
  return { sql: conditions.join(' '), values };
}
