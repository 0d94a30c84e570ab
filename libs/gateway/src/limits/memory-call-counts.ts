import { systemClock, type Clock } from '@tributary/kernel';
import type { CallCounts, LimitSettings } from '@tributary/state-port';

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
    const allowanceMs = searchBurst * interval;
    const fullAt = this.#fullAt.get(subject);
    const next = (fullAt === undefined || isRested({ fullAt, now, allowanceMs }) ? now : fullAt) + interval;
    const early = next - now - allowanceMs;
    if (early > 0) return Promise.resolve(Math.ceil(early));
    if (this.#fullAt.size >= MOST_CALLERS) this.#forgetRested(now, allowanceMs);
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
  #forgetRested(now: number, allowanceMs: number): void {
    for (const [subject, fullAt] of this.#fullAt) if (isRested({ fullAt, now, allowanceMs })) this.#fullAt.delete(subject);
  }
}

interface Allowance {
  readonly fullAt: number;
  readonly now: number;
  readonly allowanceMs: number;
}

/** Nobody has more to wait for than his burst: a moment behind that was told before the clock was set back, and counts for nothing. */
function isRested({ fullAt, now, allowanceMs }: Allowance): boolean {
  return fullAt <= now || fullAt > now + allowanceMs;
}
