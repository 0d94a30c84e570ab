/** What stands for every value beyond the bound. */
const OTHER = 'other';

/** Lets the first `most` values of a label through and calls the rest `other`: a metric stays small whatever comes from outside. */
export class BoundedLabel {
  readonly #known = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#most) return OTHER;
    this.#known.add(value);
    return value;
  }
}
