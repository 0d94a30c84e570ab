const MEGABYTE = 2 ** 20;
/** For the vectors of all collections, those of scans and exact ones. */
const ALL_BYTES = 144 * MEGABYTE;
/** For exact ones. The more a scan has to read, the less of a search is saved by them. */
const [LEAST_BYTES, MOST_BYTES] = [8 * MEGABYTE, 96 * MEGABYTE];

/** How many numbers of exact vectors are kept in memory beside what scans take. */
export function exactRoom(scannedBytes: number): number {
  return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, ALL_BYTES - scannedBytes)) / Float32Array.BYTES_PER_ELEMENT;
}
