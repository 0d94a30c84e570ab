const MOST_COUNTED = 255;
const BYTES_PER_TERM = 5;

/** Counts of terms, five bytes each: ids in order, and counts up to 255. */
export class TermCountTable {
  readonly #ids: Uint32Array;
  readonly #counts: Uint8Array;

  private constructor(ids: Uint32Array, counts: Uint8Array) {
    this.#ids = ids;
    this.#counts = counts;
  }

  /** Counts in how many of the lists each id stands; within a list ids do not repeat. */
  static count(lists: readonly Uint32Array[]): TermCountTable {
    const counts = new Map<number, number>();
    for (const list of lists) for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);
    const ids = Uint32Array.from(counts.keys()).toSorted();
    return new TermCountTable(
      ids,
      Uint8Array.from(ids, (id) => Math.min(MOST_COUNTED, counts.get(id) ?? 0)),
    );
  }

  /** Reads what `toBytes` wrote. */
  static fromBytes(bytes: Uint8Array): TermCountTable {
    const size = Math.floor(bytes.length / BYTES_PER_TERM);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const ids = Uint32Array.from({ length: size }, (_, at) => view.getUint32(at * 4, true));
    return new TermCountTable(ids, bytes.slice(size * 4, size * BYTES_PER_TERM));
  }

  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#ids.length * BYTES_PER_TERM);
    const view = new DataView(bytes.buffer);
    this.#ids.forEach((id, at) => {
      view.setUint32(at * 4, id, true);
    });
    bytes.set(this.#counts, this.#ids.length * 4);
    return bytes;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** 0 for a term that was not met. */
  of(term: number): number {
    let [from, to] = [0, this.#ids.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#ids[middle] ?? 0) < term) from = middle + 1;
      else to = middle;
    }
    return this.#ids[from] === term ? (this.#counts[from] ?? 0) : 0;
  }
}
