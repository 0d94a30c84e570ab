/** An address to visit. */
export interface Visit {
  readonly url: string;
  /** Links away from the first page. */
  readonly depth: number;
}

/** Addresses that are told though they are more than may be visited. */
const MOST_LEFT = 10_000;

/** Addresses that wait to be visited, each once, in the order they were met. */
export class Frontier {
  readonly #met = new Set<string>();
  readonly #waiting: Visit[] = [];
  readonly #most: number;
  #next = 0;

  /** @param pages most visits */
  constructor(pages: number) {
    this.#most = pages;
  }

  add(url: string, depth: number): void {
    if (this.#met.has(url) || this.#waiting.length >= this.#most + MOST_LEFT) return;
    this.#met.add(url);
    this.#waiting.push({ url, depth });
  }

  /** The next address; undefined when there is none, or as many were visited as may be. */
  next(): Visit | undefined {
    return this.#next < this.#most ? this.#waiting[this.#next++] : undefined;
  }

  /** Those that were not visited: the first ten thousand of them. */
  get left(): readonly Visit[] {
    return this.#waiting.slice(this.#next);
  }
}
