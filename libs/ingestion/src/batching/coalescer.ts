interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** Turns single calls made at the same time into batches: what arrives while a batch runs goes into the next one.
 *  When a batch fails its items are run one by one, so that a bad one fails alone. */
export class Coalescer<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxBatch: number;
  #waiting: Waiting<Item, Result>[] = [];
  #draining = false;

  /** `run` answers one result per item, in order; it may see an item again after a failure. */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>, maxBatch = 500) {
    this.#run = run;
    this.#maxBatch = maxBatch;
  }

  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#draining) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    // Callers of the same turn of the event loop share the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, this.#maxBatch));
    this.#draining = false;
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      results.forEach((result, i) => batch[i]?.resolve(result));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const single of batch) await this.#runBatch([single]);
    }
  }
}
