const MOST = 50_000;

/** Which commits this process has seen, and since when: what was seen before a read began needs no second look when the read finds it again. */
export class KnownHeads {
  readonly #seen = new Map<string, { readonly stamp: string; readonly since: number }>();

  learn(docId: string, stamp: string): void {
    const known = this.#seen.get(docId);
    if (known?.stamp === stamp) return;
    this.#seen.delete(docId);
    this.#seen.set(docId, { stamp, since: performance.now() });
    if (this.#seen.size > MOST) for (const oldest of this.#seen.keys()) return void this.#seen.delete(oldest);
  }

  /** True when this commit was seen before `moment` (of `performance.now()`). */
  wasKnown(docId: string, stamp: string, moment: number): boolean {
    const known = this.#seen.get(docId);
    return known?.stamp === stamp && known.since < moment;
  }
}
