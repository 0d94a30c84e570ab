import type { Schemas } from '@qdrant/js-client-rest';

/** Size aimed at for one request; the server takes 32 MB. */
export const BATCH_BYTES = 6 * 1_024 * 1_024;

/** Cuts points into runs of at most `bytes` as JSON; one that is bigger by itself stands alone. */
export function inBatches(points: readonly Schemas['PointStruct'][], bytes = BATCH_BYTES): readonly (readonly Schemas['PointStruct'][])[] {
  const batches: Schemas['PointStruct'][][] = [];
  let room = 0;
  for (const point of points) {
    const size = JSON.stringify(point).length;
    const last = batches.at(-1);
    if (last && size <= room) {
      last.push(point);
      room -= size;
    } else {
      batches.push([point]);
      room = bytes - size;
    }
  }
  return batches;
}
