import type { Bitmap } from '../memory/bitmap.js';
import type { Contest } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';

/** Where more vectors than this are nearer to the limit than quantisation can tell, the nearest of them by the approximate cosine are taken. */
const MOST_NOMINATED = 4_096;
/** Scales, errors and scores are f32. */
const ROUNDING = 1e-6;

interface Nominee extends RankedSlot {
  readonly error: number;
}

/** Collects from a scan the slots that may be among the best: those whose cosine can reach what enough others certainly have. */
export class Nominees {
  readonly #certain: Contest;
  readonly #most: number;
  readonly #queryError: number;
  #kept: Nominee[] = [];

  /** @param certain takes the least that each cosine can be @param options `limit`: slots wanted at most; `most`: how many are kept where more may be among the best */
  constructor(
    certain: Contest,
    { queryError, limit, most = MOST_NOMINATED }: { readonly queryError: number; readonly limit: number; readonly most?: number },
  ) {
    this.#certain = certain;
    this.#most = Math.max(most, 2 * limit);
    this.#queryError = queryError;
  }

  /** A score + error below this has no chance; it only rises. */
  get threshold(): number {
    return this.#certain.threshold - this.#queryError - ROUNDING;
  }

  /** Offers a slot with its approximate cosine and the most that the quantisation of its vector puts that off. */
  offer(slot: number, score: number, error: number): void {
    if (score + error < this.threshold) return;
    const atLeast = score - error - this.#queryError;
    if (atLeast > this.#certain.threshold) this.#certain.offer(slot, atLeast);
    if (this.#kept.push({ slot, score, error }) === 2 * this.#most) this.#shorten();
  }

  /** The slots with the most that their cosine can be, the greatest first. */
  ranking(): readonly RankedSlot[] {
    this.#shorten();
    return this.#kept
      .map(({ slot, score, error }) => ({ slot, score: score + error + this.#queryError + ROUNDING }))
      .sort((a, b) => b.score - a.score);
  }

  /** Adds the slots to a set. @returns it */
  addTo(slots: Bitmap): Bitmap {
    this.#shorten();
    for (const { slot } of this.#kept) slots.add(slot);
    return slots;
  }

  #shorten(): void {
    const { threshold } = this;
    this.#kept = this.#kept.filter(({ score, error }) => score + error >= threshold);
    if (this.#kept.length > this.#most) this.#kept = this.#kept.sort((a, b) => b.score - a.score).slice(0, this.#most);
  }
}
