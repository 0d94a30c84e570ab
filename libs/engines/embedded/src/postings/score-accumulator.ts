import { BM25 } from '@tributary/ranking';
import type { Bitmap } from '../memory/bitmap.js';
import type { ListPlace } from '../memory/slot-lists.js';
import type { Contest } from '../memory/joint-ranking.js';
import type { RankRequest } from './postings.js';

/** Share of the slots from which on they are many. */
const MANY = 1 / 4;

function areMany(admitted: Bitmap): boolean {
  return admitted.size >= MANY * admitted.length;
}

/** The scores of one query by slot. Between queries all are 0. */
export class ScoreAccumulator {
  #scores = new Float64Array(0);
  /** Slots whose score is not 0: the first `#count`. */
  #touched = new Uint32Array(0);
  #count = 0;

  /** Makes room for the slots below this. */
  reserve(slots: number): void {
    if (slots <= this.#scores.length) return;
    this.#scores = new Float64Array(Math.ceil(slots * 1.25));
    this.#touched = new Uint32Array(this.#scores.length);
  }

  /** Adds weight × tf (k1 + 1) / (tf + k1 (1 − b + b length / mean length)) to each slot of a list; the weight is above 0. Only to admitted slots where those are few: of
   *  many it is guesswork for the processor which are, and quicker to leave out the others when all is added up. */
  add({ slots, body, title, start, length }: ListPlace, weight: number, { admitted, lengthOfSlot, counts }: RankRequest): void {
    const { k1, b, titleWeight } = BM25;
    const { points, totalLength } = counts;
    const perToken = totalLength === 0 ? 0 : (k1 * b * points) / totalLength;
    const leastNorm = k1 * (1 - b);
    const { words } = admitted;
    const isAny = areMany(admitted);
    const scores = this.#scores;
    const touched = this.#touched;
    let count = this.#count;
    for (let i = start; i < start + length; i++) {
      const slot = slots[i] ?? 0;
      if (!isAny && (((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 0) continue;
      const frequency = (body[i] ?? 0) + titleWeight * (title[i] ?? 0);
      if (frequency === 0) continue;
      const score = (weight * frequency * (k1 + 1)) / (frequency + leastNorm + perToken * (lengthOfSlot[slot] ?? 0));
      const before = scores[slot] ?? 0;
      if (before === 0) touched[count++] = slot;
      scores[slot] = before + score;
    }
    this.#count = count;
  }

  /** Offers every admitted slot with a score; then all scores are 0 again. */
  offerAll(contest: Contest, admitted: Bitmap): void {
    const scores = this.#scores;
    const touched = this.#touched;
    let { threshold } = contest;
    for (let i = 0; i < this.#count; i++) {
      const slot = touched[i] ?? 0;
      const score = scores[slot] ?? 0;
      scores[slot] = 0;
      if (score < threshold || !admitted.has(slot)) continue;
      contest.offer(slot, score);
      ({ threshold } = contest);
    }
    this.#count = 0;
  }
}
