/** How much happens a second, by what happened lately: what lies `overMs` back counts a third. */
export class DecayingRate {
  readonly #overMs: number;
  #perSecond = 0;
  #at = 0;

  constructor(overMs: number) {
    this.#overMs = overMs;
  }

  /** @param now milliseconds, never less than the time before */
  add(amount: number, now: number): void {
    this.#perSecond = this.perSecond(now) + (1000 * amount) / this.#overMs;
    this.#at = now;
  }

  perSecond(now: number): number {
    return this.#perSecond * Math.exp((this.#at - now) / this.#overMs);
  }
}
