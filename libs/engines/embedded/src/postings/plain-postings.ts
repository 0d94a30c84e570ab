import type { QueryTerm } from '@tributary/engines-port';
import { idf } from '@tributary/ranking';
import type { Bitmap } from '../memory/bitmap.js';
import { ByteSlab } from '../memory/byte-slab.js';
import { HashIndex } from '../memory/hash-index.js';
import { SlotLists } from '../memory/slot-lists.js';
import type { Contest } from '../memory/joint-ranking.js';
import type { Occurrences, Postings, RankRequest, TermRow } from './postings.js';
import { ScoreAccumulator } from './score-accumulator.js';

/** One for all collections, since a query is ranked without a pause: what the last one used lies nearest to the processor. */
const sharedScores = new ScoreAccumulator();
const bytes = new ByteSlab();

/** Posting lists in typed arrays, scored one term after another into an accumulator. */
export class PlainPostings implements Postings {
  readonly #terms = new HashIndex();
  readonly #lists = new SlotLists();
  readonly #scores: ScoreAccumulator;
  /** The slot that is being appended. */
  #slot = 0;
  readonly #appendTerm = (id: number, body: number, title: number): void => {
    this.#lists.append(this.#terms.findOrAdd(id), this.#slot, body | (title << 8));
  };

  constructor(scores = sharedScores) {
    this.#scores = scores;
  }

  append(slot: number, row: TermRow): void {
    this.#slot = slot;
    row.forEachTerm(this.#appendTerm);
  }

  documentFrequency(term: number, live: Bitmap, hasGaps: boolean): number {
    const list = this.#terms.find(term);
    if (list === undefined) return 0;
    if (!hasGaps) return this.#lists.lengthOf(list);
    let count = 0;
    this.#lists.forEach(list, (slot) => {
      if (live.has(slot)) count++;
    });
    return count;
  }

  rank(request: RankRequest, contest: Contest): void {
    const { terms, counts } = request;
    const lists = terms.flatMap(({ id, weight }, i) => {
      const list = this.#terms.find(id);
      const frequency = counts.documentFrequency[i] ?? 0;
      if (list === undefined || frequency === 0 || weight <= 0) return [];
      return [{ cursor: this.#lists.cursor(list), weight: weight * idf(counts.points, frequency) }];
    });
    this.#scores.rank(lists, this.#slot + 1, { request, contest });
  }

  occurrences(terms: readonly QueryTerm[], slots: readonly number[]): Occurrences {
    const counts = { body: bytes.take(slots.length * terms.length), title: bytes.take(slots.length * terms.length) };
    const rows = rowsBySlot(slots);
    terms.forEach(({ id }, column) => {
      const list = this.#terms.find(id);
      if (list === undefined) return;
      const cursor = this.#lists.cursor(list);
      for (const row of rows) {
        const found = cursor.find(slots[row] ?? 0);
        if (found === undefined) continue;
        counts.body[row * terms.length + column] = found;
        counts.title[row * terms.length + column] = found >>> 8;
      }
    });
    return counts;
  }
}

/** Places of slots in a list of them, those of the lowest slots first. */
function rowsBySlot(slots: readonly number[]): Uint32Array {
  // As numbers, which are sorted several times as quickly as objects or by a function.
  const keys = Float64Array.from(slots, (slot, row) => slot * slots.length + row).sort();
  return Uint32Array.from(keys, (key) => key % slots.length);
}
