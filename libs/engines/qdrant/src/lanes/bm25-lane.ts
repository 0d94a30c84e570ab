import type { Schemas } from '@qdrant/js-client-rest';
import type { QueryTerm, TermStatistics } from '@tributary/engines-port';
import { BM25, frequencyOf, idf, lengthNorm, saturate } from '@tributary/ranking';
import { SPARSE } from '../points/layout.js';
import { FROZEN_MEAN_LENGTH } from '../points/saturation.js';
import type { Nominee } from './nominee.js';

/** More than are wanted are asked for, since the stored weights order them only nearly. */
const MARGIN = 2;
const STEP = 4;
const ROUNDING = 1e-5;

export interface Ranked {
  readonly nominee: Nominee;
  readonly score: number;
}

/** Ranks by BM25 with the collection's counts of today, over weights that were stored for a mean length of their own. A point's true score is at most
 *  `#gain` times its stored one, so once the last point fetched is too low for that, no other can be among the best. */
export class Bm25Lane {
  readonly #terms: readonly (QueryTerm & { readonly idf: number })[];
  readonly #meanLength: number;
  readonly #gain: number;
  readonly #limit: number;
  #asked: number;
  #ranking: readonly Ranked[] | undefined;

  constructor(terms: readonly QueryTerm[], { statistics, limit }: { readonly statistics: TermStatistics; readonly limit: number }) {
    const { points, totalLength, documentFrequency } = statistics;
    this.#terms = terms
      .map((term, i) => ({ ...term, frequency: documentFrequency[i] ?? 0 }))
      .filter(({ weight, frequency }) => weight > 0 && frequency > 0)
      .map(({ frequency, ...term }) => ({ ...term, idf: idf(points, frequency) }));
    this.#meanLength = points > 0 ? totalLength / points : 0;
    this.#gain = Math.max(1, this.#meanLength / FROZEN_MEAN_LENGTH);
    this.#limit = limit;
    this.#asked = limit * MARGIN;
    if (this.#terms.length === 0) this.#ranking = [];
  }

  /** The ranking; undefined while more has to be fetched. */
  get ranking(): readonly Ranked[] | undefined {
    return this.#ranking;
  }

  /** The request for the next round. */
  get search(): Pick<Schemas['QueryRequest'], 'query' | 'using' | 'limit'> {
    const indices = this.#terms.map(({ id }) => id);
    const values = this.#terms.map((term) => term.weight * term.idf * (BM25.k1 + 1));
    return { query: { indices, values }, using: SPARSE, limit: this.#asked };
  }

  /** Takes what the server answered. */
  take(fetched: readonly Ranked[]): void {
    const ranking = fetched
      .map(({ nominee }) => ({ nominee, score: this.#scoreOf(nominee) }))
      .filter(({ score }) => score > 0)
      .sort(byScore)
      .slice(0, this.#limit);
    const worst = ranking[this.#limit - 1]?.score ?? 0;
    const highestLeft = (fetched.at(-1)?.score ?? 0) * this.#gain * (1 + ROUNDING);
    if (fetched.length < this.#asked || highestLeft < worst) this.#ranking = ranking;
    else this.#asked *= STEP;
  }

  #scoreOf({ occurrences, length }: Nominee): number {
    const norm = lengthNorm(length, this.#meanLength);
    return this.#terms.reduce((sum, term) => {
      const { body, title } = occurrences(term.id);
      return sum + term.weight * term.idf * saturate(frequencyOf(body, title), norm);
    }, 0);
  }
}

/** Best first, equal ones by id, so that the order is always the same. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.nominee.id < b.nominee.id ? -1 : 1);
}
