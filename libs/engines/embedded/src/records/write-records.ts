import type { RecordOutcome, RecordWrite, StoredRecord } from '@tributary/engines-port';
import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import type { WriteTransaction } from '../write/write-transaction.js';

/** Fields of a record’s value that have a column and an index. */
export const INDEXED_FIELDS = ['collection', 'source', 'state'] as const;

export function findRecord(connection: Connection, kind: string, key: string): StoredRecord | undefined {
  const row = connection.sql('SELECT revision, value FROM records WHERE kind = ? AND key = ?').get(kind, key);
  return row && { key, revision: numberIn(row, 'revision'), value: parseObject(textIn(row, 'value')) };
}

export function putRecord(transaction: WriteTransaction, { kind, key, value, expect }: RecordWrite): RecordOutcome {
  const { writer } = transaction;
  if (expect !== undefined) {
    const current = findRecord(writer, kind, key);
    if (current?.revision !== (expect === 'absent' ? undefined : expect)) {
      return current ? { written: false, current } : { written: false };
    }
  }
  const revision = transaction.nextRevision();
  const fields = new Map(Object.entries(value));
  const indexed = INDEXED_FIELDS.map((field) => {
    const content: unknown = fields.get(field);
    return typeof content === 'string' ? content : null;
  });
  writer
    .sql(
      `INSERT INTO records (kind, key, revision, value, collection, source, state) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE SET revision = excluded.revision, value = excluded.value,
         collection = excluded.collection, source = excluded.source, state = excluded.state`,
    )
    .run(kind, key, revision, JSON.stringify(value), ...indexed);
  return { written: true, revision };
}

export function parseObject(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
