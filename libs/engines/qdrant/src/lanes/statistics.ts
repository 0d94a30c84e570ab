import type { TermStatistics } from '@tributary/engines-port';
import { own } from '../points/layout.js';
import type { Call, PointStore } from '../points/point-store.js';

/** Up to so many points the server is asked every time; counts of bigger collections are kept for a while, in which they change by little. */
const SMALL = 20_000;
const KEPT_MS = 5_000;
const COUNTED_AT_ONCE = 16;

interface Totals {
  readonly points: number;
  readonly totalLength: number;
}

interface Kept {
  readonly totals: Totals;
  readonly frequencies: Map<number, number>;
  readonly endsAt: number;
}

/** The counts behind BM25, counted by the server from its indexes: there is nothing to keep in step, whoever writes and whatever dies. */
export class Statistics {
  readonly #store: PointStore;
  readonly #kept = new Map<string, Kept>();

  constructor(store: PointStore) {
    this.#store = store;
  }

  /** Counts of the whole collection, document frequencies in the order of the terms. */
  async of(terms: readonly number[], call: Call): Promise<TermStatistics> {
    const { totals, frequencies } = await this.#open(call);
    const missing = [...new Set(terms)].filter((term) => !frequencies.has(term));
    for (let at = 0; at < missing.length; at += COUNTED_AT_ONCE) {
      const portion = missing.slice(at, at + COUNTED_AT_ONCE);
      const counts = await Promise.all(portion.map((term) => this.#count(term, call)));
      portion.forEach((term, i) => frequencies.set(term, counts[i] ?? 0));
    }
    return { ...totals, documentFrequency: terms.map((term) => frequencies.get(term) ?? 0) };
  }

  /** Forgets what is kept of a collection. */
  forget(collection: string): void {
    this.#kept.delete(collection);
  }

  async #open(call: Call): Promise<Kept> {
    const kept = this.#kept.get(call.collection);
    if (kept && kept.endsAt > performance.now()) return kept;
    const totals = await this.#totals(call);
    const opened = { totals, frequencies: new Map<number, number>(), endsAt: performance.now() + KEPT_MS };
    if (totals.points > SMALL) this.#kept.set(call.collection, opened);
    else this.#kept.delete(call.collection);
    return opened;
  }

  /** The lengths are few different numbers, so one facet over them says both how many points there are and how long they are together. */
  async #totals(call: Call): Promise<Totals> {
    const lengths = await this.#store.facet(own('length'), call);
    return {
      points: lengths.reduce((sum, { count }) => sum + count, 0),
      totalLength: lengths.reduce((sum, { value, count }) => sum + Number(value) * count, 0),
    };
  }

  #count(term: number, call: Call): Promise<number> {
    return this.#store.count({ must: [{ key: own('terms'), match: { value: term } }] }, call);
  }
}
