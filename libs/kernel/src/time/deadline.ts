/** A point in time by which an answer must be there. It travels as remaining milliseconds, since clocks of two machines differ. */
export class Deadline {
  readonly #endsAt: number;

  private constructor(endsAt: number) {
    this.#endsAt = endsAt;
  }

  /** A deadline `ms` milliseconds from now, on the monotonic clock. */
  static in(ms: number): Deadline {
    return new Deadline(performance.now() + ms);
  }

  /** Milliseconds left, never below 0. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  get hasPassed(): boolean {
    return this.remainingMs === 0;
  }

  /** A deadline at this share (0–1) of the time that is left. */
  share(fraction: number): Deadline {
    return Deadline.in(this.remainingMs * fraction);
  }

  /** Aborts when the time is over, or when `parent` aborts. */
  signal(parent?: AbortSignal): AbortSignal {
    const timeout = AbortSignal.timeout(Math.ceil(this.remainingMs));
    return parent ? AbortSignal.any([timeout, parent]) : timeout;
  }
}
