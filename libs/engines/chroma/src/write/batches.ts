import { MIB } from '@tributary/kernel';

/** Bytes of one request at most: servers take 40 MiB by default, and vectors grow by a third on the way. */
const MOST_BYTES = 12 * MIB;

/** Parts that fit a request, by number and by size. One that is too big alone is a part of its own. */
export function* batchesOf<T extends { readonly bytes: number }>(records: readonly T[], most: number): Generator<readonly T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const record of records) {
    if (batch.length > 0 && (batch.length >= most || bytes + record.bytes > MOST_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(record);
    bytes += record.bytes;
  }
  if (batch.length > 0) yield batch;
}
