import type { Bitmap } from '../memory/bitmap.js';
import type { Contest } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';

/** Where more vectors than this are nearer to the limit than quantisation can tell, the nearest of them by the approximate cosine are taken. */
const MOST_NOMINATED = 4_096;
/** Scales, errors and scores are f32. */
const ROUNDING = 1e-6;

/** Collects from a scan the slots that may be among the best: those whose cosine can reach what enough others certainly have. */
export class Nominees {
  readonly #certain: Contest;
  readonly #most: number;
  readonly #queryError: number;
  /** The threshold of `certain` when it was last read: it is kept, since to read it costs more. */
  #least: number;
  /** Of each that is kept; not objects, of which a search would have thousands. */
  #slots: number[] = [];
  #scores: number[] = [];
  #errors: number[] = [];

  /** @param certain takes the least that each cosine can be @param options `limit`: slots wanted at most; `most`: how many are kept
   *  where more may be among the best */
  constructor(
    certain: Contest,
    { queryError, limit, most = MOST_NOMINATED }: { readonly queryError: number; readonly limit: number; readonly most?: number },
  ) {
    this.#certain = certain;
    this.#most = Math.max(most, 2 * limit);
    this.#queryError = queryError;
    this.#least = certain.threshold;
  }

  /** A score + error below this has no chance; it only rises. */
  get threshold(): number {
    return this.#least - this.#queryError - ROUNDING;
  }

  /** Offers a slot with its approximate cosine and the most that the quantisation of its vector puts that off. */
  offer(slot: number, score: number, error: number): void {
    if (score + error < this.threshold) return;
    const atLeast = score - error - this.#queryError;
    if (atLeast > this.#least) {
      this.#certain.offer(slot, atLeast);
      this.#least = this.#certain.threshold;
    }
    this.#scores.push(score);
    this.#errors.push(error);
    if (this.#slots.push(slot) === 2 * this.#most) this.#shorten();
  }

  /** The slots with the most that their cosine can be, the greatest first. */
  ranking(): readonly RankedSlot[] {
    this.#shorten();
    return this.#slots
      .map((slot, at) => ({ slot, score: (this.#scores[at] ?? 0) + (this.#errors[at] ?? 0) + this.#queryError + ROUNDING }))
      .sort((a, b) => b.score - a.score);
  }

  /** Adds the slots to a set. @returns it */
  addTo(slots: Bitmap): Bitmap {
    this.#shorten();
    for (const slot of this.#slots) slots.add(slot);
    return slots;
  }

  /** Leaves out what has no chance any more. */
  #shorten(): void {
    this.#least = this.#certain.threshold;
    const { threshold } = this;
    const [scores, errors] = [this.#scores, this.#errors];
    const left: number[] = [];
    for (let at = 0; at < scores.length; at++) if ((scores[at] ?? 0) + (errors[at] ?? 0) >= threshold) left.push(at);
    if (left.length > this.#most) left.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).splice(this.#most);
    if (left.length === scores.length) return;
    this.#slots = left.map((at) => this.#slots[at] ?? 0);
    this.#scores = left.map((at) => scores[at] ?? 0);
    this.#errors = left.map((at) => errors[at] ?? 0);
  }
}
