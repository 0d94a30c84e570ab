/** The pieces of several passages, each once. */
export class DistinctPieces {
  /** Rows of the matrix. */
  readonly rows: Int32Array;
  /** By passage, where its pieces stand among the rows. */
  readonly #places: readonly Int32Array[];

  /** @param passages the rows of the pieces of each */
  constructor(passages: readonly Int32Array[]) {
    const placeOf = new Map<number, number>();
    this.#places = passages.map((rows) =>
      rows.map((row) => {
        const known = placeOf.get(row);
        if (known !== undefined) return known;
        placeOf.set(row, placeOf.size);
        return placeOf.size - 1;
      }),
    );
    this.rows = Int32Array.from(placeOf.keys());
  }

  /** Of each passage, the greatest of the values that its pieces have; 0 for one without pieces. @param values by row, 0 or more */
  bestOf(values: Float32Array): Float32Array {
    const best = new Float32Array(this.#places.length);
    for (const [passage, places] of this.#places.entries()) {
      let greatest = 0;
      for (const place of places) greatest = Math.max(greatest, values[place] ?? 0);
      best[passage] = greatest;
    }
    return best;
  }
}
