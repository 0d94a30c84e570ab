import { blobIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';

/** The exact vectors of a point. */
export interface PointVectors {
  readonly own: Float32Array | undefined;
  readonly common: Float32Array;
}

/** Reads the exact vectors of a point; undefined when it is gone. */
export function readVectors(connection: Connection, row: number): PointVectors | undefined {
  const found = connection.sql('SELECT own, common FROM vectors WHERE slot = ?').get(row);
  if (found === undefined) return undefined;
  const own = toFloats(blobIn(found, 'own'));
  return { own, common: toFloats(blobIn(found, 'common')) ?? own ?? new Float32Array(0) };
}

/** A copy, because SQLite hands out bytes at any offset. */
export function toFloats(bytes: Uint8Array | undefined): Float32Array | undefined {
  return bytes && new Float32Array(bytes.slice().buffer);
}
