/** For how long a request of a search is repeated while nobody listens there: a connection that was just cut is made again, and more nobody waits for. */
export const SEARCH_PATIENCE_MS = 150;

/** The signals by which a connection knows requests of searches, which hear soon that a server is gone: the rest is answered without it, while writes wait for it. */
export class SearchSignals {
  readonly #known = new WeakSet<AbortSignal>();

  /** A signal of its own for one search, which aborts with the one given. */
  of(signal: AbortSignal | undefined): AbortSignal {
    const own = AbortSignal.any(signal ? [signal] : []);
    this.#known.add(own);
    return own;
  }

  has(signal: AbortSignal | undefined): boolean {
    return signal !== undefined && this.#known.has(signal);
  }
}
