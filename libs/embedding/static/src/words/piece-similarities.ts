import type { ModelTables } from '../model/model-tables.js';

/** A cosine below this says nothing about meaning; above it the match grows in proportion, up to 1 for the same piece (docs/ranking.md). */
const THRESHOLD = 0.35;
/** Query pieces whose similarities are kept: 32 × rows × 4 bytes, about 4 MB. */
const KEPT = 32;

/** How much alike two word pieces are, 0 to 1. Kept for the query pieces asked about last, since passages share most of their words. */
export class PieceSimilarities {
  readonly #tables: ModelTables;
  readonly #lengths: Float64Array;
  readonly #kept = new Map<number, Float32Array>();

  constructor(tables: ModelTables) {
    this.#tables = tables;
    this.#lengths = new Float64Array(tables.rows);
  }

  /** The best match of a piece among others. */
  best(piece: number, among: Int32Array): number {
    const known = this.#of(piece);
    let best = 0;
    for (let i = 0; i < among.length && best < 1; i++) {
      const other = among[i] ?? 0;
      let match = known[other] ?? 0;
      if (match < 0) match = known[other] = Math.fround(this.#match(piece, other));
      if (match > best) best = match;
    }
    return best;
  }

  /** Matches by row; below 0 where not computed yet. */
  #of(piece: number): Float32Array {
    const known = this.#kept.get(piece) ?? new Float32Array(this.#tables.rows).fill(-1);
    this.#kept.delete(piece);
    this.#kept.set(piece, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  #match(a: number, b: number): number {
    if (a === b) return 1;
    const cosine = this.#dot(a, b) / Math.max(1, this.#lengthOf(a) * this.#lengthOf(b));
    return Math.min(1, Math.max(0, (cosine - THRESHOLD) / (1 - THRESHOLD)));
  }

  #lengthOf(row: number): number {
    const known = this.#lengths[row] ?? 0;
    if (known > 0) return known;
    return (this.#lengths[row] = Math.sqrt(this.#dot(row, row)));
  }

  /** Of the int8 rows: exact in integers. */
  #dot(a: number, b: number): number {
    const { values, dimension } = this.#tables;
    const [from, to] = [a * dimension, b * dimension];
    let sum = 0;
    for (let d = 0; d < dimension; d++) sum += (values[from + d] ?? 0) * (values[to + d] ?? 0);
    return sum;
  }
}
