/** A slot with its score. */
export interface RankedSlot {
  readonly slot: number;
  readonly score: number;
}

/** Keeps the best slots of a stream: greater scores first, equal ones in the order `isBefore` says. A binary heap with the worst on top. */
export class TopSlots {
  readonly #limit: number;
  readonly #isBefore: (slot: number, other: number) => boolean;
  readonly #scores: Float64Array;
  readonly #slots: Uint32Array;
  #size = 0;

  constructor(limit: number, isBefore: (slot: number, other: number) => boolean) {
    this.#limit = limit;
    this.#isBefore = isBefore;
    this.#scores = new Float64Array(limit);
    this.#slots = new Uint32Array(limit);
  }

  /** A score below this has no chance; −∞ until the set is full. */
  get threshold(): number {
    return this.#size < this.#limit ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? Number.POSITIVE_INFINITY);
  }

  offer(slot: number, score: number): void {
    if (this.#size < this.#limit) this.#add(slot, score);
    else if (this.#limit > 0 && this.#beats(slot, score, 0)) this.#replaceWorst(slot, score);
  }

  /** The kept slots, best first. */
  ranking(): readonly RankedSlot[] {
    return Array.from({ length: this.#size }, (_, i) => ({ slot: this.#slots[i] ?? 0, score: this.#scores[i] ?? 0 })).sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      return this.#isBefore(a.slot, b.slot) ? -1 : 1;
    });
  }

  #beats(slot: number, score: number, at: number): boolean {
    const other = this.#scores[at] ?? 0;
    return score > other || (score === other && this.#isBefore(slot, this.#slots[at] ?? 0));
  }

  /** Puts a slot in at the end, and those that are better down until it stands right. */
  #add(slot: number, score: number): void {
    const [scores, slots] = [this.#scores, this.#slots];
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const other = scores[parent] ?? 0;
      if (other < score || (other === score && !this.#isBefore(slots[parent] ?? 0, slot))) break;
      scores[at] = other;
      slots[at] = slots[parent] ?? 0;
      at = parent;
    }
    scores[at] = score;
    slots[at] = slot;
  }

  /** Puts a slot in on top, and those that are worse up until it stands right. */
  #replaceWorst(slot: number, score: number): void {
    const [scores, slots, size] = [this.#scores, this.#slots, this.#size];
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#beats(slots[child] ?? 0, scores[child] ?? 0, child + 1)) child++;
      if (!this.#beats(slot, score, child)) break;
      scores[at] = scores[child] ?? 0;
      slots[at] = slots[child] ?? 0;
      at = child;
    }
    scores[at] = score;
    slots[at] = slot;
  }
}
