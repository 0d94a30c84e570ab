import { PlainVectorScan } from './plain-vector-scan.js';
import { SimdVectorScan } from './simd-vector-scan.js';
import { VectorArena } from './vector-arena.js';
import type { VectorScan } from './vector-scan.js';

let arena: { readonly opened: VectorArena | undefined } | undefined;

/** The fastest scan this machine can run for vectors of a dimension. All share one memory, which is made when the first is asked for. */
export function openVectorScan(dimension: number): VectorScan {
  arena ??= { opened: VectorArena.open() };
  return arena.opened && SimdVectorScan.takes(dimension) ? new SimdVectorScan(arena.opened, dimension) : new PlainVectorScan(dimension);
}

/** Bytes that the vectors of all open scans take. */
export function scannedBytes(): number {
  return arena?.opened?.usedBytes ?? 0;
}
