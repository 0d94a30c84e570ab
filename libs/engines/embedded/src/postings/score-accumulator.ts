import { BM25 } from '@tributary/ranking';
import type { Bitmap } from '../memory/bitmap.js';
import { readCodes, readSlots, type BlockCursor } from '../memory/block-cursor.js';
import type { Contest } from '../memory/joint-ranking.js';
import { GAP_BITS, LARGE, MOST_GAP, countsOf, farGap } from '../memory/slot-entry.js';
import type { RankRequest } from './postings.js';

/** Slots that are scored at once: as many as stay near the processor while one list after the other adds to them. */
const MOST_AT_ONCE = 2 ** 16;
/** Share of the slots from which on they are many. */
const MANY = 1 / 4;

// What is not imported is in the code that the compiler makes of the loop below; all else it would look up each time.
const [gapBits, mostGap, large, slots, codes] = [GAP_BITS, MOST_GAP, LARGE, readSlots, readCodes];

const LEAST_NORM = BM25.k1 * (1 - BM25.b);
const MOST_TF = BM25.k1 + 1;

/** Occurrences as BM25 takes them, of counts body + 256 × title. */
function frequencyOf(counts: number): number {
  return (counts & 0xff) + BM25.titleWeight * (counts >>> 8);
}

const FREQUENCIES = Float64Array.from({ length: LARGE }, (_, code) => frequencyOf(countsOf(code)));

/** By code, the last one for counts without a code: of the list that is being added, and of any. */
const numerators = new Float64Array(LARGE + 1);
const denominators = Float64Array.of(...FREQUENCIES.map((frequency) => frequency + LEAST_NORM), 0);

function areMany(admitted: Bitmap): boolean {
  return admitted.size >= MANY * admitted.length;
}

/** A list that adds to the scores. */
export interface WeightedList {
  readonly cursor: BlockCursor;
  /** Above 0. */
  readonly weight: number;
}

/** The scores of one query by slot, of some slots after the other. Between queries all are 0. */
export class ScoreAccumulator {
  readonly #mostAtOnce: number;
  #scores = new Float64Array(0);
  /** The same as pairs of integers, the upper half second. */
  #halves = new Int32Array(0);
  /** Slots whose score is not 0, counted from the first one that is scored now: the first `#count`. Has room for one more than there are. */
  #touched = new Uint32Array(1);
  #count = 0;
  /** The slots that are scored now. */
  #from = 0;
  #to = 0;
  /** Of the list that is being added. */
  #weight = 0;
  #perToken = 0;

  constructor(mostAtOnce = MOST_AT_ONCE) {
    this.#mostAtOnce = mostAtOnce;
  }

  /** Adds up what lists say of the slots below `slots`, and offers each admitted one with a score: weight × tf (k1 + 1) / (tf + k1 (1 − b + b length / mean length)) of each list that has it. */
  rank(
    lists: readonly WeightedList[],
    slots: number,
    { request, contest }: { readonly request: RankRequest; readonly contest: Contest },
  ): void {
    this.#reserve(Math.min(slots, this.#mostAtOnce));
    for (this.#from = 0; this.#from < slots; this.#from = this.#to) {
      this.#to = Math.min(slots, this.#from + this.#mostAtOnce);
      const lengths = request.lengthOfSlot.subarray(this.#from, this.#to);
      for (const list of lists) this.#add(list, lengths, request);
      this.#offerAll(contest, request.admitted);
    }
  }

  /** Makes room for so many slots. */
  #reserve(slots: number): void {
    if (slots <= this.#scores.length) return;
    this.#scores = new Float64Array(Math.min(this.#mostAtOnce, Math.ceil(slots * 1.25)));
    this.#halves = new Int32Array(this.#scores.buffer);
    this.#touched = new Uint32Array(this.#scores.length + 1);
  }

  /** Adds to the slots that are scored now. Only to admitted ones where those are few: of many it is guesswork for the processor which are, and quicker to leave out the others when all is
   *  added up. */
  #add({ cursor, weight }: WeightedList, lengths: Uint32Array, { counts, admitted }: RankRequest): void {
    const { points, totalLength } = counts;
    this.#weight = weight;
    this.#perToken = totalLength === 0 ? 0 : (BM25.k1 * BM25.b * points) / totalLength;
    for (let code = 0; code < large; code++) numerators[code] = weight * (FREQUENCIES[code] ?? 0) * MOST_TF;
    const among = areMany(admitted) ? undefined : admitted.words;
    while (cursor.hasMore()) {
      if (among) this.#addRead(cursor.readAmong(among, this.#to), lengths);
      else this.#addStretch(cursor, lengths);
      // The rest of it is of slots behind these.
      if (cursor.start < cursor.end) return;
    }
  }

  /** Enters a frequency without a code. */
  #weigh(frequency: number): void {
    numerators[large] = this.#weight * frequency * MOST_TF;
    denominators[large] = frequency + LEAST_NORM;
  }

  #addStretch(cursor: BlockCursor, lengths: Uint32Array): void {
    const { entries, end } = cursor;
    const scores = this.#scores;
    const halves = this.#halves;
    const touched = this.#touched;
    const perToken = this.#perToken;
    const limit = this.#to - this.#from;
    let count = this.#count;
    let slot = cursor.base - this.#from;
    let i = cursor.start;
    for (; i < end; i++) {
      const entry = entries[i] ?? 0;
      const code = entry >>> gapBits;
      if (code > large) {
        slot += farGap(entry);
        continue;
      }
      const next = (slot + (entry & mostGap)) | 0;
      if (next >= limit) break;
      slot = next;
      if (code === large) {
        this.#weigh(frequencyOf(entries[++i] ?? 0));
        if ((numerators[large] ?? 0) === 0) continue;
      }
      // Counted where the score was 0, and without a branch, since the processor would guess wrongly every few slots.
      touched[count] = slot;
      count = (count + 1 + ((0 - (halves[(slot << 1) | 1] ?? 0)) >> 31)) | 0;
      scores[slot] = (scores[slot] ?? 0) + (numerators[code] ?? 0) / ((denominators[code] ?? 0) + perToken * (lengths[slot] ?? 0));
    }
    cursor.start = i;
    cursor.base = slot + this.#from;
    this.#count = count;
  }

  /** Adds to the slots that were read. */
  #addRead(length: number, lengths: Uint32Array): void {
    const scores = this.#scores;
    const perToken = this.#perToken;
    for (let i = 0; i < length; i++) {
      const slot = (slots[i] ?? 0) - this.#from;
      let code = codes[i] ?? 0;
      if (code >= large) {
        this.#weigh(frequencyOf(code - large));
        code = large;
      }
      const numerator = numerators[code] ?? 0;
      if (numerator === 0) continue;
      const before = scores[slot] ?? 0;
      if (before === 0) this.#touched[this.#count++] = slot;
      scores[slot] = before + numerator / ((denominators[code] ?? 0) + perToken * (lengths[slot] ?? 0));
    }
  }

  /** Offers every admitted slot with a score; then all scores are 0 again. */
  #offerAll(contest: Contest, admitted: Bitmap): void {
    const scores = this.#scores;
    const touched = this.#touched;
    const from = this.#from;
    let { threshold } = contest;
    for (let i = 0; i < this.#count; i++) {
      const slot = touched[i] ?? 0;
      const score = scores[slot] ?? 0;
      scores[slot] = 0;
      if (score < threshold || !admitted.has(from + slot)) continue;
      contest.offer(from + slot, score);
      ({ threshold } = contest);
    }
    this.#count = 0;
  }
}
