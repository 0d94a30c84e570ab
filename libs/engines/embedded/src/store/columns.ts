import type { SQLOutputValue } from 'node:sqlite';
import { storeDamaged } from './sqlite-errors.js';

type Row = Record<string, SQLOutputValue>;

/** The value of an INTEGER or REAL column. */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : wrongType(column);
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : wrongType(column);
}

/** The value of a BLOB column; undefined for NULL. */
export function blobIn(row: Row, column: string): Uint8Array | undefined {
  const value = row[column];
  if (value === null) return undefined;
  return value instanceof Uint8Array ? value : wrongType(column);
}

function wrongType(column: string): never {
  throw storeDamaged(`The store (store.db) holds an unexpected value in ${column}`);
}
