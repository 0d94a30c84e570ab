/** An address to visit. */
export interface Visit {
  readonly url: string;
  /** Links away from the first page. */
  readonly depth: number;
}

/** Addresses that wait to be visited, each once, in the order they were met. Holds no more than twice as many as may be visited. */
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
    if (this.#met.has(url) || this.#waiting.length >= this.#most * 2) return;
    this.#met.add(url);
    this.#waiting.push({ url, depth });
  }

  /** The next address; undefined when there is none, or as many were visited as may be. */
  next(): Visit | undefined {
    return this.#next < this.#most ? this.#waiting[this.#next++] : undefined;
  }
}
