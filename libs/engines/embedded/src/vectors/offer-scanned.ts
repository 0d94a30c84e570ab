import { ENTRY } from '@tributary/kernel/simd';
import type { Bitmap } from '../memory/bitmap.js';
import type { Nominees } from './nominees.js';
import type { VectorArena } from './vector-arena.js';

/** What a scan put out; addresses in bytes. */
interface Scanned {
  /** Its entries, from here to the end. */
  readonly out: number;
  readonly end: number;
  /** The numbers of the rows it was to read, and how many. */
  readonly list: number;
  readonly rows: number;
  /** Errors of the rows of the block. */
  readonly errors: number;
  /** Slot of the first row of the block. */
  readonly firstSlot: number;
}

interface OfferedTo {
  readonly nominees: Nominees;
  readonly admitted: Bitmap;
}

/** Offers what a scan put out: positions of rows in its list, in fours, of which only some reached the threshold and the last ones may lie behind the end of the list. Reads
 *  by views of the whole memory and without a call for each row, since a search has more than a hundred such scans and thousands of rows. */
export function offerScanned(
  { floats, numbers }: Pick<VectorArena, 'floats' | 'numbers'>,
  { out, end, list, rows, errors, firstSlot }: Scanned,
  { nominees, admitted }: OfferedTo,
): void {
  let { threshold } = nominees;
  for (let entry = out / 4; entry < end / 4; entry += ENTRY / 4) {
    const position = numbers[entry] ?? 0;
    for (let i = 0; i < 4 && position + i < rows; i++) {
      const row = numbers[list / 4 + position + i] ?? 0;
      const score = floats[entry + 1 + i] ?? 0;
      const error = floats[errors / 4 + row] ?? 0;
      if (score + error < threshold || error < 0 || !admitted.has(firstSlot + row)) continue;
      nominees.offer(firstSlot + row, score, error);
      ({ threshold } = nominees);
    }
  }
}
