import { systemClock, type Clock } from '@tributary/kernel';
import type { CallCounts, LimitSettings } from './call-limits.js';

const MOST_CALLERS = 10_000;

/** Counts in this process, for a server that is the only one. Searches are let through at an even rate with a burst (GCRA: one number a caller, the moment
 *  at which his allowance would be full again). */
export class MemoryCallCounts implements CallCounts {
  readonly #settings: LimitSettings;
  readonly #clock: Clock;
  readonly #fullAt = new Map<string, number>();
  readonly #ingests = new Map<string, number>();

  constructor(settings: LimitSettings, clock: Clock = systemClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  takeSearch(subject: string): Promise<number> {
    const { searchesPerSecond, searchBurst } = this.#settings;
    const [now, interval] = [this.#clock.now(), 1000 / searchesPerSecond];
    const next = Math.max(this.#fullAt.get(subject) ?? now, now) + interval;
    const early = next - now - searchBurst * interval;
    if (early > 0) return Promise.resolve(Math.ceil(early));
    if (this.#fullAt.size >= MOST_CALLERS) this.#forgetRested(now);
    this.#fullAt.set(subject, next);
    return Promise.resolve(0);
  }

  beginIngest(subject: string): Promise<(() => Promise<void>) | undefined> {
    const running = this.#ingests.get(subject) ?? 0;
    if (running >= this.#settings.ingestsAtOnce) return Promise.resolve(undefined);
    this.#ingests.set(subject, running + 1);
    return Promise.resolve(() => {
      const left = (this.#ingests.get(subject) ?? 1) - 1;
      if (left === 0) this.#ingests.delete(subject);
      else this.#ingests.set(subject, left);
      return Promise.resolve();
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Whose allowance is full needs no number. */
  #forgetRested(now: number): void {
    for (const [subject, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(subject);
  }
}
