import { CharacterKinds } from '../tokenizer/character-kinds.js';
import { PieceCounter } from '../tokenizer/piece-counter.js';
import { PieceTrie } from '../tokenizer/piece-trie.js';
import type { ModelMemory } from './model-memory.js';
import { loadModel, type ModelTables } from './model-tables.js';

/** A matrix of one int8 vector per WordPiece, and the rule that makes a text's vector of them. */
export class StaticModel {
  readonly dimension: number;
  readonly tables: ModelTables;
  /** In which the matrix lies, where the model was read by this thread. */
  readonly memory: ModelMemory | undefined;
  readonly #trie: PieceTrie;
  readonly #characters = new CharacterKinds();
  readonly #counter: PieceCounter;
  readonly #sum: Float64Array;

  constructor(tables: ModelTables, memory?: ModelMemory) {
    this.tables = tables;
    this.memory = memory;
    this.dimension = tables.dimension;
    this.#trie = new PieceTrie(tables.trie);
    this.#counter = this.newCounter();
    this.#sum = new Float64Array(this.dimension);
  }

  /** As `loadModel`. */
  static load(folder: string): StaticModel {
    const { tables, memory } = loadModel(folder);
    return new StaticModel(tables, memory);
  }

  newCounter(): PieceCounter {
    return new PieceCounter(this.#trie, this.#characters, this.tables.rows);
  }

  embed(text: string): Float32Array {
    return this.pool(this.#count(text));
  }

  /** Rows of the distinct pieces of a text, in order of appearance. */
  piecesOf(text: string): Int32Array {
    const { rows, distinct } = this.#count(text);
    return rows.slice(0, distinct);
  }

  /** Sum over the pieces of weight × vector, scaled to unit length; zeros when nothing weighs anything. */
  poolWeighted(pieces: readonly { readonly row: number; readonly weight: number }[]): Float32Array {
    const sum = this.#sum.fill(0);
    for (const { row, weight } of pieces) this.#add(row, weight);
    return toUnitLength(sum);
  }

  /** Sum over the distinct pieces of ln(1 + count) × vector, scaled to unit length; zeros when no piece is known. */
  pool(counter: PieceCounter): Float32Array {
    const sum = this.#sum.fill(0);
    for (let i = 0; i < counter.distinct; i++) {
      const row = counter.rows[i] ?? 0;
      this.#add(row, Math.log1p(counter.counts[row] ?? 0));
    }
    return toUnitLength(sum);
  }

  #add(row: number, weight: number): void {
    const { scales, values, dimension } = this.tables;
    const sum = this.#sum;
    const factor = weight * (scales[row] ?? 0);
    const start = row * dimension;
    for (let d = 0; d < dimension; d++) sum[d] = (sum[d] ?? 0) + factor * (values[start + d] ?? 0);
  }

  #count(text: string): PieceCounter {
    const counter = this.#counter;
    counter.clear();
    counter.feed(text, 0, text.length);
    counter.finish();
    return counter;
  }
}

function toUnitLength(sum: Float64Array): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  const vector = new Float32Array(sum.length);
  for (let d = 0; d < sum.length; d++) vector[d] = (sum[d] ?? 0) * factor;
  return vector;
}
