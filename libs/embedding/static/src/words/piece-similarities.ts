import { forEachScore } from '@tributary/kernel/simd';
import { ROWS_AT_ONCE, type ModelMemory } from '../model/model-memory.js';
import type { ModelTables } from '../model/model-tables.js';

/** A cosine below this says nothing about meaning; above it the match grows in proportion, up to 1 for the same piece (docs/ranking.md). */
const THRESHOLD = 0.35;

/** How much alike word pieces are, 0 to 1. */
export interface PieceSimilarities {
  /** Writes how much a piece is like each of others, which are all different, into as many numbers of `matches`. */
  compare(piece: number, others: Int32Array, matches: Float32Array): void;
}

function matchOf(cosine: number): number {
  return Math.min(1, Math.max(0, (cosine - THRESHOLD) / (1 - THRESHOLD)));
}

/** Compares in plain JavaScript: where there is no WebAssembly, and what the faster way is tested against. */
export class PlainPieceSimilarities implements PieceSimilarities {
  readonly #tables: ModelTables;

  constructor(tables: ModelTables) {
    this.#tables = tables;
  }

  compare(piece: number, others: Int32Array, matches: Float32Array): void {
    const length = Math.sqrt(dot(this.#tables, piece, piece));
    for (const [at, other] of others.entries()) {
      const lengths = length * Math.sqrt(dot(this.#tables, other, other));
      matches[at] = other === piece ? 1 : matchOf(dot(this.#tables, piece, other) / Math.max(1, lengths));
    }
  }
}

/** Of the int8 rows: exact in integers. */
function dot({ values, dimension }: ModelTables, a: number, b: number): number {
  const [from, to] = [a * dimension, b * dimension];
  let sum = 0;
  for (let d = 0; d < dimension; d++) sum += (values[from + d] ?? 0) * (values[to + d] ?? 0);
  return sum;
}

/** Compares by the scan of the memory in which the matrix lies. */
export class ScannedPieceSimilarities implements PieceSimilarities {
  readonly #tables: ModelTables;
  readonly #memory: ModelMemory;
  /** By row, 1 ÷ its length; 0 where nobody asked yet. */
  readonly #scales: Float32Array;
  readonly #list: Uint32Array;
  readonly #query: Int16Array;

  constructor(tables: ModelTables, memory: ModelMemory) {
    const { buffer } = memory.kernel;
    this.#tables = tables;
    this.#memory = memory;
    this.#scales = new Float32Array(buffer, memory.scales, tables.rows);
    this.#list = new Uint32Array(buffer, memory.list, ROWS_AT_ONCE);
    this.#query = new Int16Array(buffer, memory.query, tables.dimension);
  }

  compare(piece: number, others: Int32Array, matches: Float32Array): void {
    const { values, dimension } = this.#tables;
    this.#query.set(values.subarray(piece * dimension, (piece + 1) * dimension));
    matches.fill(0, 0, others.length);
    for (let from = 0; from < others.length; from += ROWS_AT_ONCE)
      this.#scan(piece, others.subarray(from, from + ROWS_AT_ONCE), matches.subarray(from));
    // Rows of zeros are like nothing but themselves.
    const itself = others.indexOf(piece);
    if (itself >= 0) matches[itself] = 1;
  }

  #scan(piece: number, others: Int32Array, matches: Float32Array): void {
    const { kernel, list, scales, errors, query, out } = this.#memory;
    const { values, dimension } = this.#tables;
    const count = others.length;
    const groups = Math.ceil(count / 4) * 4;
    for (const other of others) this.#scaleOf(other);
    this.#list.set(others);
    this.#list.fill(others[0] ?? 0, count, groups);
    const scale = this.#scaleOf(piece);
    const end = kernel.scan(values.byteOffset, dimension, list, groups, scales, errors, query, scale, THRESHOLD, out, 0, 0);
    forEachScore({ buffer: kernel.buffer, out, end }, (at, cosine) => {
      if (at < count) matches[at] = matchOf(cosine);
    });
  }

  #scaleOf(row: number): number {
    const known = this.#scales[row] ?? 0;
    if (known > 0) return known;
    return (this.#scales[row] = 1 / Math.max(1, Math.sqrt(dot(this.#tables, row, row))));
  }
}
