import type { StoredPoint } from '@tributary/engines-port';
import { BM25, analyseChunk, parseQuery } from '@tributary/ranking';

/** A passage with its BM25. */
export interface ScoredPassage {
  readonly id: string;
  readonly score: number;
}

/** BM25 of every passage of a collection, worked out from the texts by nothing but the formula (Robertson & Zaragoza 2009, eq. 3.15, ln(1 + …) as idf). */
export class BruteForce {
  readonly #passages: readonly { readonly id: string; readonly counts: ReadonlyMap<number, number>; readonly length: number }[];
  readonly #averageLength: number;

  constructor(points: readonly StoredPoint[]) {
    this.#passages = points.map(({ id, payload: { heading = '', content } }) => {
      const { ids, body, title, length } = analyseChunk({ heading, content }).terms;
      const counts = new Map([...ids].map((term, at) => [term, (body[at] ?? 0) + BM25.titleWeight * (title[at] ?? 0)]));
      return { id, counts, length };
    });
    this.#averageLength = this.#passages.reduce((sum, { length }) => sum + length, 0) / this.#passages.length;
  }

  /** Whether a word of the query occurs nowhere and would be looked for in a repaired form. */
  wouldRepair(query: string): boolean {
    const { terms, repairable } = parseQuery(query);
    return terms.some(({ id, word }) => repairable.includes(word) && this.#frequency(id) === 0);
  }

  /** The passages that have any term of the query, the best first, ties by id. */
  rank(query: string): readonly ScoredPassage[] {
    const terms = parseQuery(query).terms.map(({ id, weight }) => {
      const frequency = this.#frequency(id);
      return { id, factor: weight * Math.log(1 + (this.#passages.length - frequency + 0.5) / (frequency + 0.5)) };
    });
    return this.#passages
      .map(({ id, counts, length }) => {
        const norm = BM25.k1 * (1 - BM25.b + (BM25.b * length) / this.#averageLength);
        const score = terms.reduce((sum, { id: term, factor }) => {
          const tf = counts.get(term) ?? 0;
          return sum + (factor * tf * (BM25.k1 + 1)) / (tf + norm);
        }, 0);
        return { id, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  }

  #frequency(term: number): number {
    return this.#passages.filter(({ counts }) => counts.has(term)).length;
  }
}
