import type { AskedPassages, WeightedWord, WordModel } from '@tributary/embedding-port';
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

  matchWords(asked: readonly AskedPassages[]): readonly (readonly number[])[] {
    const model = this.#load();
    const piecesOf = remembered((word: string) => model.piecesOf(word));
    const said = new DistinctPieces(asked.flatMap(({ passages }) => passages.map((passage) => model.piecesOf(passage))));
    const similarities = this.#similaritiesOf(model);
    const matches = new Float32Array(said.rows.length);
    // Piece by piece, each with all that is said anywhere: passages share most of their words.
    const bestOf = remembered((piece: number) => {
      similarities.compare(piece, said.rows, matches);
      return said.bestOf(matches);
    });
    let first = 0;
    return asked.map(({ words, passages }) => {
      const from = first;
      first += passages.length;
      const pieces = words.flatMap(({ word, weight }) => {
        const rows = piecesOf(word);
        return Array.from(rows, (row) => ({ best: bestOf(row), weight: weight / rows.length }));
      });
      const whole = pieces.reduce((sum, { weight }) => sum + weight, 0);
      if (whole <= 0) return passages.map(() => 0);
      return passages.map((_, at) => pieces.reduce((sum, { best, weight }) => sum + weight * (best[from + at] ?? 0), 0) / whole);
    });
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

/** Makes each answer once. */
function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
