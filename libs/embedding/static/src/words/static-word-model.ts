import type { WeightedWord, WordModel } from '@tributary/embedding-port';
import type { StaticModel } from '../model/static-model.js';
import { DistinctPieces } from './distinct-pieces.js';
import { PlainPieceSimilarities, ScannedPieceSimilarities, type PieceSimilarities } from './piece-similarities.js';

/** The words of the static model; the model is loaded with the first question. */
export class StaticWordModel implements WordModel {
  readonly #load: () => StaticModel;
  #model: StaticModel | undefined;
  #similarities: PieceSimilarities | undefined;

  constructor(load: () => StaticModel) {
    this.#load = load;
  }

  embedWords(words: readonly WeightedWord[]): Float32Array {
    const model = this.#load();
    const pieces = words.flatMap(({ word, weight }) => Array.from(model.piecesOf(word), (row) => ({ row, weight })));
    return model.poolWeighted(pieces);
  }

  knows(word: string): boolean {
    return this.#load().piecesOf(word).length === 1;
  }

  matchWords(words: readonly WeightedWord[], passages: readonly string[]): readonly number[] {
    const model = this.#load();
    const similarities = this.#similaritiesOf(model);
    const pieces = words.flatMap(({ word, weight }) => {
      const rows = model.piecesOf(word);
      return Array.from(rows, (row) => ({ row, weight: weight / rows.length }));
    });
    const whole = pieces.reduce((sum, { weight }) => sum + weight, 0);
    if (whole <= 0) return passages.map(() => 0);
    const said = new DistinctPieces(passages.map((passage) => model.piecesOf(passage)));
    const matches = new Float32Array(said.rows.length);
    const sums = passages.map(() => 0);
    // Piece by piece, each with all that is said anywhere: passages share most of their words.
    for (const { row, weight } of pieces) {
      similarities.compare(row, said.rows, matches);
      for (const at of sums.keys()) sums[at] = (sums[at] ?? 0) + weight * said.bestOf(at, matches);
    }
    return sums.map((sum) => sum / whole);
  }

  #similaritiesOf(model: StaticModel): PieceSimilarities {
    if (this.#model !== model || this.#similarities === undefined) {
      const { tables, memory } = model;
      this.#model = model;
      this.#similarities = memory === undefined ? new PlainPieceSimilarities(tables) : new ScannedPieceSimilarities(tables, memory);
    }
    return this.#similarities;
  }

  /** Lets go of the model. */
  forget(): void {
    this.#model = undefined;
    this.#similarities = undefined;
  }
}
