const FIRST_SIZE = 4_096;
/** A score from −4 to 4 and a place in one number of 53 bits, by which places are sorted several times as quickly as by a function. What that takes from a score is less than `RESOLUTION`. */
const [LEAST, RESOLUTION, PLACES] = [-4, 2 ** -18, 2 ** 32];

/** Places in a room, from the first to before the end. */
export interface NomineeRange {
  readonly start: number;
  readonly end: number;
}

/** Where the nominees of a search stand, those of one scan after those of another: arrays of its own for each of many collections would cost more than what stands in them. */
export class NomineeRoom {
  #slots = new Uint32Array(FIRST_SIZE);
  #scores = new Float64Array(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds one behind all others. @returns how many there are then */
  push(slot: number, score: number): number {
    if (this.#length === this.#slots.length) this.#grow();
    this.#put(this.#length, slot, score);
    return ++this.#length;
  }

  slotAt(place: number): number {
    return this.#slots[place] ?? 0;
  }

  scoreAt(place: number): number {
    return this.#scores[place] ?? 0;
  }

  /** Leaves out those from `start` to `end` whose score is below a threshold, and of the others all but the `most` with the greatest; what was left out at the end of
   *  all is free again. @returns the end of those that stay, in the same order unless there were more than `most` */
  keep({ start, end }: NomineeRange, { threshold, most }: { readonly threshold: number; readonly most: number }): number {
    let kept = start;
    for (let at = start; at < end; at++) if (this.scoreAt(at) >= threshold) this.#put(kept++, this.slotAt(at), this.scoreAt(at));
    if (kept - start > most) kept = this.#keepGreatest(start, kept, most);
    if (end === this.#length) this.#length = kept;
    return kept;
  }

  /** Visits the places of some ranges, those with the greatest scores first, but for differences too small to matter. */
  forEachGreatest(ranges: readonly NomineeRange[], visit: (range: number, place: number) => void): void {
    const keys = new Float64Array(ranges.reduce((sum, { start, end }) => sum + end - start, 0));
    const ranged = new Uint16Array(this.#length);
    let length = 0;
    for (const [range, { start, end }] of ranges.entries()) {
      ranged.fill(range, start, end);
      for (let place = start; place < end; place++)
        keys[length++] = Math.floor((this.scoreAt(place) - LEAST) / RESOLUTION) * PLACES + place;
    }
    keys.sort();
    for (let at = length - 1; at >= 0; at--) {
      const place = (keys[at] ?? 0) % PLACES;
      visit(ranged[place] ?? 0, place);
    }
  }

  #keepGreatest(start: number, end: number, most: number): number {
    const all = Array.from({ length: end - start }, (_, at) => ({ slot: this.slotAt(start + at), score: this.scoreAt(start + at) }));
    all
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .forEach(({ slot, score }, at) => {
        this.#put(start + at, slot, score);
      });
    return start + most;
  }

  #put(place: number, slot: number, score: number): void {
    this.#slots[place] = slot;
    this.#scores[place] = score;
  }

  #grow(): void {
    const [slots, scores] = [new Uint32Array(this.#length * 2), new Float64Array(this.#length * 2)];
    slots.set(this.#slots);
    scores.set(this.#scores);
    this.#slots = slots;
    this.#scores = scores;
  }
}
