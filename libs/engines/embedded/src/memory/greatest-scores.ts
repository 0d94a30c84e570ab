/** Scores that are taken beyond those wanted before they are cut: the more, the less each costs, and the later the bar rises. */
const MORE = { least: 4, share: 1 / 2 };

/** Tells what the greatest of a stream of scores are at least, by some comparisons for each: they are kept unsorted and cut from time to time (quickselect, C. A. R. Hoare 1961),
 *  where a heap would move each down to its place. */
export class GreatestScores {
  readonly #limit: number;
  readonly #scores: Float64Array;
  #length = 0;
  #threshold: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#scores = new Float64Array(limit + Math.max(MORE.least, Math.ceil(limit * MORE.share)));
    this.#threshold = limit === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  /** A score below this is not among the greatest; −∞ until there are enough, and never too high: the last ones may have raised it, which `settle` tells. */
  get threshold(): number {
    return this.#threshold;
  }

  offer(score: number): void {
    if (score <= this.#threshold) return;
    this.#scores[this.#length++] = score;
    if (this.#length === this.#limit || this.#length === this.#scores.length) this.settle();
  }

  /** Makes the threshold that of all that was offered. */
  settle(): void {
    if (this.#length < this.#limit || this.#limit === 0) return;
    const scores = this.#scores;
    if (this.#length > this.#limit) greatestFirst(scores, this.#limit, this.#length);
    this.#length = this.#limit;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#limit; i++) least = Math.min(least, scores[i] ?? 0);
    this.#threshold = least;
  }
}

/** Puts the `wanted` greatest of the first `length` scores in front, in any order. */
function greatestFirst(scores: Float64Array, wanted: number, length: number): void {
  let from = 0;
  let to = length - 1;
  const last = wanted - 1;
  while (from < to) {
    const pivot = scores[(from + to) >>> 1] ?? 0;
    let i = from;
    let j = to;
    while (i <= j) {
      while ((scores[i] ?? 0) > pivot) i++;
      while ((scores[j] ?? 0) < pivot) j--;
      if (i > j) break;
      const score = scores[i] ?? 0;
      scores[i++] = scores[j] ?? 0;
      scores[j--] = score;
    }
    if (last <= j) to = j;
    else if (last >= i) from = i;
    else return;
  }
}
