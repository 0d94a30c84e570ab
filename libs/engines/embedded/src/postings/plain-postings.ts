import { BM25, idf } from '@tributary/ranking';
import type { Bitmap } from '../memory/bitmap.js';
import { Float64Column, Uint32Column } from '../memory/columns.js';
import { HashIndex } from '../memory/hash-index.js';
import { SlotLists } from '../memory/slot-lists.js';
import { TopSlots, type RankedSlot } from '../memory/top-slots.js';
import type { Occurrences, Postings, RankRequest, TermRow } from './postings.js';

const NONE: Occurrences = { body: 0, title: 0 };

/** Posting lists in typed arrays, scored one term after another into an accumulator. */
export class PlainPostings implements Postings {
  readonly #terms = new HashIndex();
  readonly #lists = new SlotLists({ withCounts: true });
  readonly #scores = new Float64Column();
  readonly #touched = new Uint32Column();
  /** The slot that is being appended. */
  #slot = 0;
  readonly #appendTerm = (id: number, body: number, title: number): void => {
    this.#lists.append(this.#terms.findOrAdd(id), this.#slot, body | (title << 8));
  };

  append(slot: number, row: TermRow): void {
    this.#slot = slot;
    row.forEachTerm(this.#appendTerm);
  }

  documentFrequency(term: number, live: Bitmap, hasGaps: boolean): number {
    const list = this.#terms.find(term);
    if (list === undefined) return 0;
    if (!hasGaps) return this.#lists.place(list).length;
    let count = 0;
    this.#lists.forEach(list, (slot) => {
      if (live.has(slot)) count++;
    });
    return count;
  }

  rank(request: RankRequest): readonly RankedSlot[] {
    const { terms, documentFrequency, lengths } = request;
    this.#touched.length = 0;
    terms.forEach(({ id, weight }, i) => {
      const list = this.#terms.find(id);
      const frequency = documentFrequency[i] ?? 0;
      if (list !== undefined && frequency > 0) this.#accumulate(list, weight * idf(lengths.points, frequency), request);
    });
    return this.#takeBest(request);
  }

  occurrences(term: number, slot: number): Occurrences {
    const list = this.#terms.find(term);
    const at = list === undefined ? undefined : this.#lists.find(list, slot);
    if (list === undefined || at === undefined) return NONE;
    const { body, title } = this.#lists.place(list);
    return { body: body[at] ?? 0, title: title[at] ?? 0 };
  }

  /** Adds weight × tf (k1 + 1) / (tf + k1 (1 − b + b length / mean length)) to each admitted slot of a list. */
  #accumulate(list: number, weight: number, { admitted, lengths }: RankRequest): void {
    const { slots, body, title, start, length } = this.#lists.place(list);
    const { k1, b, titleWeight } = BM25;
    const perToken = lengths.totalLength === 0 ? 0 : (k1 * b * lengths.points) / lengths.totalLength;
    for (let i = start; i < start + length; i++) {
      const slot = slots[i] ?? 0;
      if (!admitted.has(slot)) continue;
      const frequency = (body[i] ?? 0) + titleWeight * (title[i] ?? 0);
      const norm = k1 * (1 - b) + perToken * lengths.lengthOf(slot);
      const score = (weight * frequency * (k1 + 1)) / (frequency + norm);
      const before = this.#scores.at(slot);
      if (before === 0) this.#touched.push(slot);
      this.#scores.set(slot, before + score);
    }
  }

  #takeBest({ limit, isBefore }: RankRequest): readonly RankedSlot[] {
    const best = new TopSlots(limit, isBefore);
    const touched = this.#touched.values;
    for (let i = 0; i < this.#touched.length; i++) {
      const slot = touched[i] ?? 0;
      const score = this.#scores.at(slot);
      if (score > 0 && score >= best.threshold) best.offer(slot, score);
      this.#scores.set(slot, 0);
    }
    return best.ranking();
  }
}
