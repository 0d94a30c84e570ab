import type { DoomedRecord, RecordOutcome, RecordWrite, StoredRecord } from '@tributary/engines-port';
import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import type { WriteTransaction } from '../write/write-transaction.js';

/** Fields of a record’s value that have a column and an index. */
export const INDEXED_FIELDS = ['collection', 'source', 'state'] as const;
type IndexedField = (typeof INDEXED_FIELDS)[number];

export function findRecord(connection: Connection, kind: string, key: string): StoredRecord | undefined {
  const row = connection.sql('SELECT revision, value FROM records WHERE kind = ? AND key = ?').get(kind, key);
  return row && { key, revision: numberIn(row, 'revision'), value: parseObject(textIn(row, 'value')) };
}

export function findRevision(connection: Connection, kind: string, key: string): number | undefined {
  const row = connection.sql('SELECT revision FROM records WHERE kind = ? AND key = ?').get(kind, key);
  return row && numberIn(row, 'revision');
}

/** A record as its row will be: what another thread writes without knowing its fields. */
export interface PackedRecord extends Omit<RecordWrite, 'value'> {
  readonly json: string;
  /** Values of the fields that have a column, in the order of `INDEXED_FIELDS`. */
  readonly indexed: readonly (string | null)[];
}

export function packRecord({ value, ...write }: RecordWrite): PackedRecord {
  const fields: Readonly<Partial<Record<IndexedField, unknown>>> = value;
  const indexed = INDEXED_FIELDS.map((field) => {
    const content = fields[field];
    return typeof content === 'string' ? content : null;
  });
  return { ...write, json: JSON.stringify(value), indexed };
}

export function putRecords(transaction: WriteTransaction, records: readonly PackedRecord[]): readonly RecordOutcome[] {
  return records.map((record) => putRecord(transaction, record));
}

export function deleteRecords(
  { writer }: WriteTransaction,
  { kind, records }: { readonly kind: string; readonly records: readonly DoomedRecord[] },
): undefined {
  const whatever = writer.sql('DELETE FROM records WHERE kind = ? AND key = ?');
  const unchanged = writer.sql('DELETE FROM records WHERE kind = ? AND key = ? AND revision = ?');
  for (const record of records) {
    if (typeof record === 'string') whatever.run(kind, record);
    else unchanged.run(kind, record.key, record.expect);
  }
}

function putRecord(transaction: WriteTransaction, { kind, key, json, indexed, expect }: PackedRecord): RecordOutcome {
  const { writer } = transaction;
  if (expect !== undefined) {
    if (findRevision(writer, kind, key) !== (expect === 'absent' ? undefined : expect)) return lost(findRecord(writer, kind, key));
  }
  const revision = transaction.nextRevision();
  writer
    .sql(
      `INSERT INTO records (kind, key, revision, value, collection, source, state) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET revision = excluded.revision, value = excluded.value,
         collection = excluded.collection, source = excluded.source, state = excluded.state`,
    )
    .run(kind, key, revision, json, ...indexed);
  return { written: true, revision };
}

function lost(current: StoredRecord | undefined): RecordOutcome {
  return current ? { written: false, current } : { written: false };
}

export function parseObject(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
