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
    if (this.#size < this.#limit) {
      this.#put(this.#size, slot, score);
      this.#rise(this.#size++);
    } else if (this.#limit > 0 && this.#beats(slot, score, 0)) {
      this.#put(0, slot, score);
      this.#sink(0);
    }
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

  #put(at: number, slot: number, score: number): void {
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }

  #worse(a: number, b: number): boolean {
    return this.#beats(this.#slots[b] ?? 0, this.#scores[b] ?? 0, a);
  }

  #swap(a: number, b: number): void {
    const [slot, score] = [this.#slots[a] ?? 0, this.#scores[a] ?? 0];
    this.#put(a, this.#slots[b] ?? 0, this.#scores[b] ?? 0);
    this.#put(b, slot, score);
  }

  #rise(at: number): void {
    for (let child = at; child > 0;) {
      const parent = (child - 1) >>> 1;
      if (!this.#worse(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  #sink(at: number): void {
    for (let parent = at; ;) {
      const left = 2 * parent + 1;
      let worst = parent;
      if (left < this.#size && this.#worse(left, worst)) worst = left;
      if (left + 1 < this.#size && this.#worse(left + 1, worst)) worst = left + 1;
      if (worst === parent) return;
      this.#swap(parent, worst);
      parent = worst;
    }
  }
}
