import type { RecordOutcome, RecordQuery, RecordStore, RecordWrite, StoredRecord } from '@tributary/engines-port';
import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import type { GroupCommit } from '../write/group-commit.js';
import { INDEXED_FIELDS, findRecord, parseObject, putRecord } from './write-records.js';

type Where = NonNullable<RecordQuery['where']>;

/** Records as rows of one table; writes join the group commit. */
export class EmbeddedRecords implements RecordStore {
  readonly #reader: Connection;
  readonly #commits: GroupCommit;

  constructor(reader: Connection, commits: GroupCommit) {
    this.#reader = reader;
    this.#commits = commits;
  }

  get(kind: string, keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return Promise.try(() => this.#reader.snapshot(() => keys.map((key) => findRecord(this.#reader, kind, key))));
  }

  put(writes: readonly RecordWrite[]): Promise<readonly RecordOutcome[]> {
    return this.#commits.run((transaction) => writes.map((write) => putRecord(transaction, write)));
  }

  delete(kind: string, keys: readonly string[]): Promise<void> {
    return this.#commits.run(({ writer }) => {
      const remove = writer.sql('DELETE FROM records WHERE kind = ? AND key = ?');
      for (const key of keys) remove.run(kind, key);
    });
  }

  list({ kind, where = {}, after = '', limit }: RecordQuery): Promise<readonly StoredRecord[]> {
    const { sql, values } = conditionsOf(where);
    const rows = this.#reader.sql(
      `SELECT key, revision, value FROM records ${indexFor(where)} WHERE kind = ? AND key > ? ${sql} ORDER BY key LIMIT ?`,
    );
    return Promise.try(() =>
      rows.all(kind, after, ...values, limit).map((row) => ({
        key: textIn(row, 'key'),
        revision: numberIn(row, 'revision'),
        value: parseObject(textIn(row, 'value')),
      })),
    );
  }

  count({ kind, where = {} }: Pick<RecordQuery, 'kind' | 'where'>): Promise<number> {
    const { sql, values } = conditionsOf(where);
    const row = this.#reader.sql(`SELECT count(*) AS n FROM records ${indexFor(where)} WHERE kind = ? ${sql}`);
    return Promise.try(() => numberIn(row.get(kind, ...values) ?? {}, 'n'));
  }
}

function conditionsOf(where: Where): { readonly sql: string; readonly values: readonly string[] } {
  const named = INDEXED_FIELDS.filter((field) => where[field] !== undefined);
  return { sql: named.map((field) => `AND ${field} = ?`).join(' '), values: named.map((field) => where[field] ?? '') };
}

/** The index whose order is the key’s and that holds the remaining fields; SQLite cannot choose without statistics. */
function indexFor({ collection, source, state }: Where): string {
  if (collection !== undefined) return 'INDEXED BY records_by_collection';
  if (source !== undefined) return 'INDEXED BY records_by_source';
  return state === undefined ? '' : 'INDEXED BY records_by_state';
}
