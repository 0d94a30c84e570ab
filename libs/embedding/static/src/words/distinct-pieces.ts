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

  /** The greatest of the values that the pieces of a passage have; 0 for one without pieces. @param values by row, 0 or more */
  bestOf(passage: number, values: Float32Array): number {
    let best = 0;
    for (const place of this.#places[passage] ?? []) best = Math.max(best, values[place] ?? 0);
    return best;
  }
}
